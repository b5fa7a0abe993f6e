import { expect, it } from "vitest";
import { createLearner } from "../learner-state/create-learner.ts";
import { newSignals, wordSignals } from "./head-signals.ts";
import { createMemory } from "./word-memory.ts";

it("word signals stay within ±3, for any last three answers after a night", () => {
  const signals = newSignals();
  for (let nightFailures = 0; nightFailures < 8; nightFailures++) {
    wordSignals(signals, createLearner(1, 0), { ...createMemory("w"), nightFailures });
    expect(Math.max(...signals.map(Math.abs))).toBeLessThanOrEqual(3);
  }
});

import { describe, expect, it } from "vitest";
import { defaultParameters, withParameters } from "./parameters/parameters.ts";
import {
  goldenLines,
  type AnswerPattern,
  learners,
  optIns,
  inactiveSettings,
} from "./testing/golden-scripts.ts";

// What we check: results are bit for bit as before, and disabled features have no effect. How:
// recorded answers and results in packages/engine/golden. A changed file needs a changelog entry
// with the reason; update it with `npx vitest run golden -u`.
const parameters = defaultParameters();
const GOLDEN = "../golden";
const typing = learners["typing"] as AnswerPattern;

describe("golden replays with every opt-in off", () => {
  it.each(Object.entries(learners))("%s", async (name, pattern) => {
    const lines = goldenLines(pattern, 300, parameters);
    await expect(lines.join("\n")).toMatchFileSnapshot(`${GOLDEN}/${name}.jsonl`);
  });

  it("do not depend on any setting of a disabled feature", () => {
    const changed = withParameters(parameters, inactiveSettings);
    for (const pattern of Object.values(learners)) {
      expect(goldenLines(pattern, 120, changed)).toEqual(goldenLines(pattern, 120, parameters));
    }
  });
});

describe("golden replays with one opt-in on", () => {
  const plain = goldenLines(typing, 100, parameters);

  it.each(Object.entries(optIns))("%s", async (name, changes) => {
    const lines = goldenLines(typing, 100, withParameters(parameters, changes));
    expect(lines).not.toEqual(plain);
    await expect(lines.join("\n")).toMatchFileSnapshot(`${GOLDEN}/with-${name}.jsonl`);
  });
});

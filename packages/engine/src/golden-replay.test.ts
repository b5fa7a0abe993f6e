import { describe, expect, it } from "vitest";
import { defaultParameters, withParameters } from "./parameters/parameters.ts";
import {
  goldenLines,
  type Habit,
  learners,
  optIns,
  silentSettings,
} from "./testing/golden-scripts.ts";

// What we check: the promise "off means bit for bit as before". How: recorded answers and results
// in packages/engine/golden. A changed file needs a line in the changelog that says why; it is
// written anew with `npx vitest run golden -u`.
const parameters = defaultParameters();
const GOLDEN = "../golden";
const typing = learners["typing"] as Habit;

describe("golden replays with every opt-in off", () => {
  it.each(Object.entries(learners))("%s", async (name, habit) => {
    const lines = goldenLines(habit, 300, parameters);
    await expect(lines.join("\n")).toMatchFileSnapshot(`${GOLDEN}/${name}.jsonl`);
  });

  it("do not see any setting of a feature that is off", () => {
    const silent = withParameters(parameters, silentSettings);
    for (const habit of Object.values(learners)) {
      expect(goldenLines(habit, 120, silent)).toEqual(goldenLines(habit, 120, parameters));
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

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
/** Lines at the end that show the learner's state, not an answer. */
const STATES = 2;
const typing = learners["typing"] as AnswerPattern;
/** Each learner's lines with every opt-in off. */
const usual = new Map<AnswerPattern, readonly string[]>();

function usualLines(pattern: AnswerPattern): readonly string[] {
  const lines = usual.get(pattern) ?? goldenLines(pattern, 300, parameters);
  usual.set(pattern, lines);
  return lines;
}

describe("golden replays with every opt-in off", () => {
  it.each(Object.entries(learners))("%s", async (name, pattern) => {
    await expect(usualLines(pattern).join("\n")).toMatchFileSnapshot(`${GOLDEN}/${name}.jsonl`);
  });

  it("do not depend on any setting of a disabled feature", () => {
    const changed = withParameters(parameters, inactiveSettings);
    for (const pattern of Object.values(learners)) {
      // The line of each answer already shows everything that it changes in the final learner.
      const lines = goldenLines(pattern, 120, changed).slice(0, -STATES);
      expect(lines).toEqual(usualLines(pattern).slice(0, lines.length));
    }
  });
});

describe("golden replays with one opt-in on", () => {
  // Several opt-ins change long intervals, which a new learner has not.
  const plain = goldenLines(typing, 100, parameters, true);

  it.each(Object.entries(optIns))("%s", async (name, changes) => {
    const lines = goldenLines(typing, 100, withParameters(parameters, changes), true);
    expect(lines).not.toEqual(plain);
    await expect(lines.join("\n")).toMatchFileSnapshot(`${GOLDEN}/with-${name}.jsonl`);
  });
});

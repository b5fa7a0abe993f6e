import { describe, expect, it } from "vitest";
import { explainInWords } from "./explanation-text.ts";
import { defaultStrategy, type Factor, type Impact } from "./strategy-types.ts";

// What we check: every reason has a sentence, and the sentences agree with the numbers.
const factor = (name: string, value: number, impact: Impact = "neutral"): Factor => {
  return { name, value, impact };
};

function explained(factors: Factor[], primaryReason = "default_strategy", strategy = {}) {
  const shown = { ...defaultStrategy(), ...strategy };
  return explainInWords({ explanation: { primaryReason, factors }, strategy: shown });
}

describe("explainInWords", () => {
  it.each([
    "default_strategy",
    "rested",
    "high_fatigue",
    "good_attention",
    "low_attention",
    "good_motivation",
    "low_motivation",
    "success_above_target",
    "success_below_target",
    "ability_above_start",
    "ability_below_start",
    "no_backlog",
    "review_backlog",
  ])("begins with a sentence for %s", (reason) => {
    const [first, second] = explained([], reason);
    expect(first).toMatch(/^[A-Z].+\.$/);
    expect(second).toMatch(/^The next batch has/);
  });

  it("has a single sentence for a duplicate answer", () => {
    expect(explained([factor("fatigue", 1, "negative")], "duplicate_event")).toHaveLength(1);
  });

  it("describes the next batch", () => {
    const plan = (strategy: object) => explained([], "default_strategy", strategy)[1];
    expect(plan({})).toBe(
      "The next batch has 10 words, about 3 of them new, of medium difficulty.",
    );
    expect(plan({ batchSize: 1, newRatio: 0, difficulty: 0.2 })).toBe(
      "The next batch has 1 word, none of them new, of low difficulty.",
    );
    expect(plan({ reviewMode: true })).toBe("The next batch has 10 words, all of them reviews.");
    expect(plan({ difficulty: 0.9 })).toContain("of high difficulty");
  });

  it("names the reasons to ask more and less, and leaves out neutral factors", () => {
    const sentences = explained([
      factor("fatigue", 0.7, "negative"),
      factor("backlog", 900, "negative"),
      factor("attention", 0.7),
      factor("successRate", 0.9, "positive"),
      factor("constraint:high_fatigue", 1, "negative"),
    ]);
    expect(sentences).toContain(
      "A reason to ask more of you: you got more right than planned lately.",
    );
    expect(sentences).toContain(
      "A reason to ask less of you: you seem tired and many reviews are waiting.",
    );
    expect(sentences.join()).not.toContain("concentrate");
  });

  it("names the voters with their shares, the largest first", () => {
    const voters = [factor("voter:heuristic", 0.3), factor("voter:ige", 0.7)];
    expect(explained([...voters, factor("voter:swd", 0.001)])).toContain(
      "It was decided by trying out what works for you (70 %) and fixed rules (30 %).",
    );
  });

  it("states the predicted recall and the recall at the next review", () => {
    const recall = [factor("recallPredicted", 0.836), factor("recallTarget", 0.9)];
    expect(explained(recall).slice(-2)).toEqual([
      "Before you answered, your chance of knowing this word was 84 %.",
      "The word comes back when your chance of knowing it has fallen to 90 %.",
    ]);
  });

  it("states by how many days the calendar moved the review, and why", () => {
    const target = factor("recallTarget", 0.9);
    const moved = (name: string, days: number) =>
      explained([target, factor(`schedule:${name}`, days)]).at(-1);
    expect(moved("load_balanced", -2.2)).toBe(
      "That is 2 days sooner, so that no day gets too full.",
    );
    expect(moved("vacation_moved", 1)).toBe(
      "That is a day later, so that your days off stay free.",
    );
    expect(moved("load_balanced", 0.3)).toContain("less than a day later");
  });

  it.each([
    [0.9999, "above 99 %"],
    [0.0001, "below 1 %"],
  ])("never states 0 or 100 % for a prediction: %d", (predicted, words) => {
    expect(explained([factor("recallPredicted", predicted)]).at(-1)).toContain(words);
  });
});

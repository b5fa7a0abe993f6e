import { describe, expect, it } from "vitest";
import {
  outcomeOfFeedback,
  type SessionState,
} from "../../features/study-session/session-state.ts";

const outcomes = new Map([
  ["w1", { answerId: "a1" }],
  ["w2", { answerId: "a2" }],
]);

/** A session that shows a word, or the feedback on an answer to it. */
function showing(current: object | null) {
  return { step: { current } } as unknown as SessionState;
}

describe("the line under a card", () => {
  it("is about the word just answered, not about another one", () => {
    const feedback = showing({ phase: "feedback", wordId: "w2", answerId: "a2" });
    expect(outcomeOfFeedback(feedback, outcomes)).toBe(outcomes.get("w2"));
    const unheard = showing({ phase: "feedback", wordId: "w3", answerId: "a2" });
    expect(outcomeOfFeedback(unheard, outcomes)).toBeUndefined();
  });

  it("is about this answer, not about an earlier one to the same word", () => {
    const again = showing({ phase: "feedback", wordId: "w1", answerId: "a3" });
    expect(outcomeOfFeedback(again, outcomes)).toBeUndefined();
  });

  it("is absent while a question is open, and at the end", () => {
    const asked = showing({ phase: "question", wordId: "w1", answerId: "a1" });
    expect(outcomeOfFeedback(asked, outcomes)).toBeUndefined();
    expect(outcomeOfFeedback(showing(null), outcomes)).toBeUndefined();
  });
});

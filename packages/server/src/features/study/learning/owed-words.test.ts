import { describe, expect, it } from "vitest";
import { owedWords } from "./owed-words.ts";

/** Answers such as "a b! a": words in order, missed ones with an exclamation mark. */
const after = (answers: string, newWords = "abcdefgh") =>
  owedWords(
    answers
      .split(" ")
      .filter((answer) => answer !== "")
      .map((answer) => ({ wordId: answer.slice(0, 1), isCorrect: !answer.endsWith("!") })),
    new Set(newWords),
  );

describe("the words that a first session owes", () => {
  it.each([
    ["none before the first answer", "", [], []],
    ["a word answered right once, after three others", "a b c d", ["a"], ["b", "c", "d"]],
    ["none answered right twice", "a b c d a b c d", [], []],
    ["a word missed after two right answers", "a b a b a! c d e", ["a"], ["c", "d", "e"]],
    [
      "a word missed twice only after six others",
      "a! a! b c d e f",
      ["b", "c"],
      ["a", "d", "e", "f"],
    ],
    ["those that wait longest first", "a b c d e a f g h", ["b", "c", "d", "e"], ["f", "g", "h"]],
  ])("are %s", (_, answers, ripe, early) => {
    expect(after(answers)).toEqual({ ripe, early });
  });

  it("are no words of earlier days", () => {
    expect(after("a b c d e", "b")).toEqual({ ripe: ["b"], early: [] });
  });
});

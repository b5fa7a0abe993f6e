import { describe, expect, it } from "vitest";
import type { AnswerInput } from "@wordloom/engine";
import { dividedAtRestarts, isPresentLife, wordOfLife } from "./lives-of-words.ts";

const answer = (wordId: string, atMs: number) => ({ wordId, atMs }) as AnswerInput;
const words = { a: { id: "a", text: "Haus", difficulty: null } };

describe("a history divided at restarts", () => {
  const restarts = [
    ["a", 10],
    ["a", 20],
  ] as const;
  const answers = [
    answer("a", 5),
    answer("b", 6),
    answer("a", 10),
    answer("a", 15),
    answer("a", 20),
  ];
  const divided = dividedAtRestarts({ answers, words }, restarts);

  it("keeps the id of a word for its present life, and of words without a restart", () => {
    const present = divided.answers.filter(({ wordId }) => isPresentLife(wordId));
    expect(present).toEqual([answer("b", 6), answer("a", 20)]);
  });

  it("gives each earlier life an id of its own with the facts of the word", () => {
    const ids = divided.answers.map(({ wordId }) => wordId);
    expect(ids[2]).toBe(ids[3]);
    expect(new Set(ids).size).toBe(4);
    expect(ids.map(wordOfLife)).toEqual(["a", "b", "a", "a", "a"]);
    expect(divided.words[ids[0] ?? ""]).toMatchObject({ id: ids[0], text: "Haus" });
  });
});

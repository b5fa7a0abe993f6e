import { describe, expect, it } from "vitest";
import type { KitOptions } from "@wordloom/contract";
import type { Question } from "../../features/question/question.ts";
import type { StudyWord } from "../../features/kit/study-word.ts";
import type { Answered, SessionState } from "../../features/study-session/session-state.ts";
import { studyWord } from "../../features/study-session/testing/study-words.ts";
import { comparedWith, takenFor } from "./taken-word.ts";

const similar = { wordId: "there", word: "there", meaning: "在那里" };
const get = {
  ...studyWord("get", {}),
  content: { ...studyWord("get", {}).content, confusables: [similar] },
} as unknown as StudyWord;
const options = [
  { text: "get", wordId: "get", isRight: true },
  { text: "work", wordId: "work", isRight: false },
];

const question: Question = { kind: "meaning-to-word", word: get, options };

/** Another word of the session, among whose options is the meaning of the chosen one. */
function wordOffering(id: string, meaning: string): StudyWord {
  const word = studyWord("other", {});
  const made: KitOptions = {
    options: ["x", meaning, "y", "z"],
    wordIds: ["other", id, null, null],
    correctIndex: 0,
  };
  return { ...word, otherOptions: { ...word.otherOptions, "word-to-meaning": made } };
}

function after(confusedWith: string | null, words: readonly StudyWord[] = [], before?: string) {
  const answer = { wordId: "get", confusedWith } as Answered;
  const history = before === undefined ? [] : [{ ...answer, confusedWith: before }];
  const byId = Object.fromEntries([get, ...words].map((entry) => [entry.word.id, entry]));
  return [{ words: byId, history } as unknown as SessionState, question, answer] as const;
}

describe("the word to compare with", () => {
  it("is the one just chosen, known from the session", () => {
    const words = [studyWord("work", {}), studyWord("give", {})];
    expect(comparedWith(...after("work", words, "give"))?.text).toBe("text of work");
    expect(takenFor(...after("work", words, "give"))).toBe("text of work");
  });

  it("is the one just chosen, known from the options of another word", () => {
    const told = after("work", [wordOffering("work", "工作")], "there");
    expect(comparedWith(...told)).toEqual({ text: "work", meaning: "工作" });
  });

  it("is none beside a chosen one whose meaning is unknown", () => {
    expect(takenFor(...after("work"))).toBe("work");
    expect(comparedWith(...after("work"))).toBeUndefined();
  });

  it("is the one chosen before after an answer that was no word", () => {
    expect(comparedWith(...after(null, [studyWord("give", {})], "give"))?.text).toBe(
      "text of give",
    );
    expect(takenFor(...after(null))).toBeUndefined();
  });

  it("is the most similar one where none was chosen, or an unknown one", () => {
    for (const id of [null, "unknown"]) expect(comparedWith(...after(id))?.text).toBe("there");
  });
});

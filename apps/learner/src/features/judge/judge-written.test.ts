import { describe, expect, it } from "vitest";
import { studyWord } from "../study-session/testing/study-words.ts";
import { questionFor } from "../question/question.ts";
import { judgeWritten } from "./judge-written.ts";

const tolerance = { accents: true, slip: true };

function entry(text: string, meaning: string) {
  const made = studyWord(text, {});
  return { ...made, word: { ...made.word, text, meaning } };
}

const begin = entry("begin", "to do the first part of");
const words = {
  begin,
  start: entry("start", "To do the  first part of"),
  stop: entry("stop", "to end"),
};

describe("a written answer", () => {
  it("is right with a synonym, and names it", () => {
    const judged = judgeWritten("Start", { word: begin, kind: "spelling" }, words, tolerance);
    expect(judged).toMatchObject({ isRight: true, synonym: "start" });
  });

  it("finds synonyms also among the easily confused words", () => {
    const confusable = { wordId: "c", word: "commence", meaning: "to do the first part of" };
    const confusables = [{ ...confusable, timesConfused: 0 }];
    const word = { ...begin, content: { ...begin.content, confusables } };
    const judged = judgeWritten("commence", { word, kind: "spelling" }, { begin }, tolerance);
    expect(judged.synonym).toBe("commence");
  });

  it("is wrong with a word of another meaning, or with a synonym of a word that was heard", () => {
    const asked = { word: begin, kind: "spelling" } as const;
    expect(judgeWritten("stop", asked, words, tolerance).isRight).toBe(false);
    const heard = { word: begin, kind: "dictation" } as const;
    expect(judgeWritten("start", heard, words, tolerance).isRight).toBe(false);
  });

  it("is no synonym when it is the word itself", () => {
    const judged = judgeWritten("begin", { word: begin, kind: "spelling" }, words, tolerance);
    expect(judged).toMatchObject({ isRight: true });
    expect(judged.synonym).toBeUndefined();
  });

  it.each([
    ["desert", "dessert"],
    ["effect", "affect"],
    ["letter", "latter"],
    ["winner", "winter"],
  ])("is no slip where it is another word of the service: %s for %s", (given, text) => {
    const plain = entry(text, "something");
    const word = { ...plain, content: { ...plain.content, lookalikes: [given] } };
    const asked = { word, kind: "spelling" } as const;
    expect(judgeWritten(given, asked, { [text]: word }, tolerance).isRight).toBe(false);
    const bare = { word: plain, kind: "spelling" } as const;
    expect(judgeWritten(given, bare, { [text]: plain }, tolerance).note).toBe("slip");
  });

  it("is the word as it stands in the sentence that is heard, and there no synonym", () => {
    const examples = ["When she begins, everybody listens."];
    const word = { ...begin, word: { ...begin.word, examples } };
    const judged = (given: string, kind: "gap-dictation" | "sentence-dictation") =>
      judgeWritten(given, questionFor(word, kind, 0, "s"), words, tolerance);
    expect(judged("Begins", "gap-dictation").isRight).toBe(true);
    expect(judged("begin", "gap-dictation").note).toBe("slip");
    expect(judged("starts", "gap-dictation").isRight).toBe(false);
    const whole = judged("when she begins everybody listens", "sentence-dictation");
    expect(whole).toMatchObject({ isRight: true, isWhole: true });
    const part = judged("when he begins everyone listens", "sentence-dictation");
    expect(part).toMatchObject({ isRight: true, isWhole: false });
    expect(judged("when she stops everybody listens", "sentence-dictation").isRight).toBe(false);
  });
});

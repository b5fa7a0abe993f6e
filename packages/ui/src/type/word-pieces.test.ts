import { describe, expect, it } from "vitest";
import { wordPieces } from "./word-pieces.ts";

describe("a line of Chinese", () => {
  it("may break between words, but never before punctuation", () => {
    expect(wordPieces("2 个单词比之前更牢固了。")).toEqual([
      ..."2 个|单词|比|之前|更|牢固|了。".split("|"),
    ]);
    expect(wordPieces("v. 攻击；n. 攻击；（疾病）发作")).toEqual([
      ..."v. 攻击；|n. 攻击；|（疾病）发作".split("|"),
    ]);
  });

  it("does not divide a short clause, whatever the dictionary takes for its words", () => {
    expect(wordPieces("单词学得会，记得牢。")).toEqual(["单词学得会，", "记得牢。"]);
  });

  it("adds up to the whole text", () => {
    const text = "Wordloom 总在快要忘记之前问到每个单词，并告诉你它为什么在这时出现。";
    expect(wordPieces(text).join("")).toBe(text);
    expect(wordPieces(text).length).toBeGreaterThan(10);
  });

  it.each(["4 new words wait for you.", "4語が待っています。", "단어 4개가 기다립니다.", ""])(
    "is not found in %j",
    (text) => {
      expect(wordPieces(text)).toEqual([text]);
    },
  );
});

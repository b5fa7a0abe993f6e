import { describe, expect, it } from "vitest";
import { wordPlace } from "./word-place.ts";

const marked = (sentence: string, text: string, language?: string) => {
  const place = wordPlace(sentence, { text, language });
  return place === undefined ? undefined : sentence.slice(place.from, place.to);
};

describe("the place of a word in a sentence", () => {
  it.each([
    ["She did keep it.", "keep", "keep", "en"],
    ["Keep it.", "keep", "Keep", "en"],
    ["I don’t know.", "don't", "don’t", "en"],
    ["I don't know.", "don’t", "don't", "en"],
    ["Un cafe\u0301, merci.", "caf\u00e9", "cafe\u0301", "fr"],
    ["Ein ＵＳＢ-Kabel.", "USB", "ＵＳＢ", "de"],
    ["İyi, İzmir uzak.", "uzak", "uzak", "tr"],
    ["Η ΟΔΟΣ εδώ.", "οδος", "ΟΔΟΣ", "el"],
    ["They gave  up.", "gave up", "gave  up", "en"],
    ["Mein Name ist Anna.", "der Name", "Name", "de"],
    ["我们去学校。", "学校", "学校", "zh-Hans"],
    ["この猫は大きい。", "猫", "猫", "ja"],
    ["커피를 마셔요.", "를", "를", "ko"],
    ["도서관에 갑니다.", "도서관", "도서관", "ko"],
    ["Keep it.", "keep", "Keep", undefined],
  ])("of %j is that of %j: %j", (sentence, word, found, language) => {
    expect(marked(sentence, word, language)).toBe(found);
  });

  it.each([
    ["It gets dark early in winter.", "get", "gets", "en"],
    ["I thanked him for his help.", "thank", "thanked", "en"],
    ["She carried the baby.", "carry", "carried", "en"],
    ["What are you doing?", "do", "doing", "en"],
    ["Sie haben ein großes Haus.", "groß", "großes", "de"],
    ["Tiene los ojos verdes.", "verde", "verdes", "es"],
    ["Qui est cette femme ?", "ce", "cette", "fr"],
  ])("of %j is the whole form that %j begins: %j", (sentence, word, found, language) => {
    expect(marked(sentence, word, language)).toBe(found);
  });

  it.each([
    ["me", "Come with ", "me to the shop."],
    ["go", "The goods are here, so we ", "go."],
    ["am", "I'm amused when I ", "am tired."],
    ["well", "A well-known man is ", "well."],
  ])("is no part of another word than %j: %s", (text, before, after) => {
    const place = wordPlace(before + after, { text, language: "en" });
    expect(place?.from).toBe(before.length);
  });

  it.each([
    ["Nothing here.", "keep"],
    ["Nothing here.", ""],
    ["Become a member because of him.", "be"],
    ["It was some time ago.", "me"],
  ])("of %j is nowhere for %j", (sentence, word) => {
    expect(marked(sentence, word, "en")).toBeUndefined();
  });
});

import { expect, test } from "vitest";
import {
  meaningAttributes,
  soundAttributes,
  textAttributesOf,
  wordAttributes,
  wordLanguage,
} from "./word-language.ts";

test("words and meanings are shown in the languages that they state", () => {
  const word = { text: "كتاب", language: "ar", meaning: "Buch", meaningLanguage: "de" };
  expect(wordAttributes(word)).toEqual({ lang: "ar", dir: "rtl" });
  expect(meaningAttributes(word)).toEqual({ lang: "de", dir: "ltr" });
});

test.each([
  ["שלום!", "en", undefined, "auto"],
  ["学校", "en", "zh", "ltr"],
  ["学校", "ja", "ja", "ltr"],
  ["neko", "ja", "ja", "auto"],
  ["Buch (كتاب)", "de", "de", "ltr"],
  ["…", "ar", "ar", "rtl"],
])("%s, stored as %s, has the language %s and runs %s", (text, language, lang, dir) => {
  expect(wordAttributes({ text, language })).toEqual({ lang, dir });
  expect(wordLanguage({ text, language })).toBe(lang);
});

test("a word of an old kit is English, its meaning as its script tells", () => {
  expect(wordAttributes({})).toEqual({ lang: "en", dir: "ltr" });
  expect(meaningAttributes({ meaning: "勉强的" })).toEqual({ lang: "zh", dir: "ltr" });
});

test.each([
  ["Fähigkeit", undefined, "auto"],
  ["луна", undefined, "auto"],
  ["مدرسة", undefined, "auto"],
  ["がっこう", "ja", "ltr"],
])("a text that states no language, %s, gets %s", (text, lang, dir) => {
  expect(textAttributesOf(text)).toEqual({ lang, dir });
});

test.each([
  ["hello", "en", "/həˈloʊ/", "en-fonipa", "ltr"],
  ["hello", "en", "US /həˈloʊ/ UK /həˈləʊ/", "en-fonipa", "ltr"],
  ["hola", "es-ES", "ˈola", "es-fonipa", "ltr"],
  ["学校", "zh-Hans", "xuéxiào", "zh-Hans", "auto"],
  ["香", "zh-Hans", "xiānɡ", "zh-Hans", "auto"],
  ["学校", "ja", "がっこう", "ja", "ltr"],
])("the sound of %s (%s), %s, is marked as %s", (text, language, sound, lang, dir) => {
  expect(soundAttributes({ text, language }, sound)).toEqual({ lang, dir });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { queryForms, readingKeys, searchForms, searchKey } from "./search-key.ts";

const anyText = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: "binary" }),
  fc.constantFrom("Ærøskøbing", "كِتَاب", "İıİ", "がっこう", "ё́лка", "ΐ", "Việt Nam", "ﷲ", "ǖ"),
);

describe("searchKey", () => {
  it("changes nothing the second time, and gives one form for NFC and NFD", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const key = searchKey(text);
        expect(searchKey(key)).toBe(key);
        expect(searchKey(text.normalize("NFD"))).toBe(key);
        expect(searchKey(text.normalize("NFC"))).toBe(key);
      }),
    );
  });

  it.each([
    ["café", "CAFE"],
    ["Straße", "strasse"],
    ["smørrebrød", "smorrebrod"],
    ["accents that stand alone: \ufc5e and \u00b4", "accents that stand alone: and '"],
    ["Łódź", "lodz"],
    ["ёлка", "елка"],
    ["за́мок", "замок"],
    ["λόγος", "λογοσ"],
    ["كِتَاب", "كتاب"],
    ["أحمد", "احمد"],
    ["שָׁלוֹם", "שלום"],
    ["Việt", "viet"],
    ["ＵＳＢ", "usb"],
  ])("finds %s by %s", (text, query) => {
    expect(searchKey(text)).toBe(searchKey(query));
  });

  it.each([
    ["мой", "мои"],
    ["が", "か"],
    ["คา", "ค่า"],
    ["їжа", "іжа"],
    ["हिंदी", "हदी"],
  ])("keeps %s and %s apart: the mark makes another letter", (a, b) => {
    expect(searchKey(a)).not.toBe(searchKey(b));
  });
});

describe("readingKeys", () => {
  it.each([
    ["がっこう", "ja", ["gakko"]],
    ["gakkou", "ja", ["gakko"]],
    ["コーヒー", "ja", ["kohii"]],
    ["学校", "ja", []],
    ["xuéxiào", "zh-Hans", ["xuexiao"]],
    ["xue2 xiao4", "zh", ["xuexiao"]],
    ["nǚ", "zh", ["nv"]],
    ["学校", "zh", []],
    ["tu1!", "de", []],
  ])("of %s (%s) are %j", (reading, language, keys) => {
    expect(readingKeys(reading, language)).toEqual(keys);
  });

  it("never fails", () => {
    fc.assert(fc.property(anyText, (text) => readingKeys(text, "ja").length < 2));
  });
});

describe("searchForms", () => {
  const isFound = (query: string, text: string, language: string) =>
    queryForms(query).some((form) => searchForms(text, language).includes(form));

  it.each([
    ["gakkou", "がっこう", "ja"],
    ["gakkō", "がっこう", "ja"],
    ["がっこ", "がっこう", "ja"],
    ["ガッコウ", "がっこう", "ja"],
    ["tokyo", "とうきょう", "ja"],
    ["kohi", "コーヒー", "ja"],
    ["zushi", "かいてんずし", "ja"],
    ["sensei", "sensei", "ja"],
    ["せんせい", "sensei", "ja"],
    ["xuexiao", "xuéxiào", "zh"],
    ["xue xiao", "xue2 xiao4", "zh-Hans"],
    ["xué", "xuéxiào", "zh"],
    ["nü", "nǚ", "zh"],
    ["nv", "nǚ", "zh"],
    ["hakgyo", "hakgyo", "ko"],
    ["CREME BRULEE", "crème brûlée", "fr"],
    ["ｋｏ", "kō", "en"],
  ])("finds by %s the text %s (%s)", (query, text, language) => {
    expect(isFound(query, text, language)).toBe(true);
  });

  it.each([
    ["shi", "site", "en"],
    ["gakkou", "学校", "ja"],
    ["a", "あか", "ja"],
    ["gakki", "がっこう", "ja"],
  ])("does not find by %s the text %s (%s)", (query, text, language) => {
    expect(isFound(query, text, language)).toBe(false);
  });

  it("finds every text by itself, once", () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom("ja", "zh", "en", "ar"), (text, language) => {
        const lines = searchForms(text, language).split("\n");
        expect(queryForms(text)[0] ?? "").toBe(lines[0]);
        expect(new Set(lines).size).toBe(lines.length);
      }),
    );
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readingKeys, searchKey } from "./search-key.ts";

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
    ["がっこう", "ja", ["gakkoo"]],
    ["コーヒー", "ja", ["koohii"]],
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

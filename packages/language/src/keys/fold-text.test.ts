import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { composed, foldedClasses, foldLines, foldText } from "./fold-text.ts";

/** Headwords in many scripts, some with characters that keyboards and programs add. */
const HEADWORDS = [
  ...["café", "naïve", "don’t", "l'été", "Straße", "İstanbul", "ısı", "Δοῦλος", "ΟΔΟΣ", "мой"],
  ...["їжа", "שָׁלוֹם", "كِتَاب", "می‌خواهم", "प्रिया", "ক্ষ", "มาตรา", "한국어", "学校", "がっこう"],
  ...[
    "ｶﾞｲﾄﾞ",
    "ＵＳＢ",
    "ﬁsh",
    "Å",
    "ἀρχή",
    "ქართული",
    "Երևան",
    "ខ្មែរ",
    "မြန်မာ",
    "ᠮᠣᠩᠭᠣᠯ",
    "Việt Nam",
  ],
];

const decorated = fc
  .tuple(
    fc.constantFrom(...HEADWORDS),
    fc.constantFrom(...HEADWORDS),
    fc.constantFrom("", " ", "-"),
  )
  .map(([first, second, between]) => `${first}${between}${second}`);
const anyText = fc.oneof(decorated, fc.string({ unit: "grapheme" }), fc.string({ unit: "binary" }));

describe("foldText", () => {
  it("changes nothing the second time", () => {
    fc.assert(fc.property(anyText, (text) => foldText(foldText(text)) === foldText(text)));
  });

  it("gives the same result for every normal form that stores a text, and for capitals", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const forms = [text.normalize("NFC"), text.normalize("NFD"), composed(text)];
        expect(new Set(forms.map(foldText))).toEqual(new Set([foldText(text)]));
      }),
    );
    const sameInCapitals = HEADWORDS.filter((word) => !/[ßıİᾳ]/u.test(word));
    for (const word of sameInCapitals) expect(foldText(word.toUpperCase())).toBe(foldText(word));
  });

  it("removes invisible characters anywhere in a text", () => {
    const invisible = fc.constantFrom("\u200b", "\u200e", "\u2060", "\ufeff", "\u00ad", "\u200d");
    fc.assert(
      fc.property(decorated, invisible, fc.nat(), (text, mark, place) => {
        const at = place % (text.length + 1);
        expect(foldText(text.slice(0, at) + mark + text.slice(at))).toBe(foldText(text));
      }),
    );
  });

  it("removes the characters that databases are told to remove, and no others", () => {
    const named = /^\p{Default_Ignorable_Code_Point}$/u;
    const listed = new RegExp(`^${foldedClasses.invisible}$`, "u");
    const all = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code));
    expect(all.filter((one) => named.test(one) !== listed.test(one))).toEqual([]);
  });

  it("gives one form for every Unicode character, also next to others", () => {
    const faults: string[] = [];
    for (let code = 0; code < 0x30_000; code += 1) {
      if (code >= 0xd800 && code < 0xe000) continue;
      const character = String.fromCodePoint(code);
      for (const text of [character, `a${character}b`, `Σ${character}\u0307`]) {
        const folded = foldText(text);
        const others = [folded, text.normalize("NFD"), text.normalize("NFC")];
        if (others.some((other) => foldText(other) !== folded)) faults.push(code.toString(16));
      }
    }
    expect(faults).toEqual([]);
  });

  it.each([
    ["caf\u00e9", "cafe\u0301"],
    ["don’t", "don't"],
    ["donʼt", "don't"],
    ["don´t", "don't"],
    ["don＇t", "don't"],
    ["ＵＳＢ", "usb"],
    ["ｶﾞｲﾄﾞ", "ガイド"],
    ["give  up", "give up"],
    [" ice\u00a0cream\n", "ice cream"],
    ["z\u200bword", "zword"],
    ["co\u00adoperate", "cooperate"],
    ["İstanbul", "istanbul"],
    ["ﬁsh", "fish"],
    ["well\u2011known", "well-known"],
    ["می\u200cخواهم", "میخواهم"],
  ])("folds %j like %j", (text, same) => {
    expect(foldText(text)).toBe(foldText(same));
  });

  it.each([
    ["schön", "schon"],
    ["Maße", "Masse"],
    ["sık", "sik"],
    ["мой", "мои"],
    ["bank1", "bank2"],
    ["コーヒ", "コヒ"],
  ])("keeps %j and %j distinct", (text, other) => {
    expect(foldText(text)).not.toBe(foldText(other));
  });

  it("is empty for invisible text", () => {
    expect(["", " ", "\u200b", "\ufeff\u00a0", "\u3164"].map(foldText)).toEqual([
      "",
      "",
      "",
      "",
      "",
    ]);
  });
});

describe("foldLines", () => {
  it("keeps lines apart and folds each one", () => {
    expect(foldLines("Ａ  b\r\n\n \u200b\nC")).toBe("a b\nc");
  });
});

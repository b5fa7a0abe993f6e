import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { judgeAnswer } from "./judge-answer.ts";

const kind = { accents: true, slip: true } as const;
const strict = { accents: false, slip: false } as const;

interface Headword {
  readonly text: string;
  readonly language: string;
  readonly reading?: string | undefined;
}

/** Books and lists of others, kept beside the repository; the names below do without them. */
const DATA = [join(import.meta.dirname, "../../../../../shared/data")].find(existsSync);

/** One language at least of each script that the names of countries are written in. */
const LANGUAGES = [
  ...["am", "ar", "az", "bg", "bn", "cs", "da", "de", "el", "en", "es", "fa", "fi", "fr", "ga"],
  ...["gu", "he", "hi", "hu", "hy", "it", "ja", "ka", "km", "kn", "ko", "lo", "lt", "ml", "my"],
  ...["nb", "nl", "pa", "pl", "pt", "ro", "ru", "si", "sr", "sv", "ta", "te", "th", "tr", "uk"],
  ...["ur", "vi", "zh-Hans", "zh-Hant"],
];

/** Names of countries in their languages, as Unicode collects them. */
const NAMES = LANGUAGES.flatMap((language) => {
  const names = new Intl.DisplayNames(language, { type: "region", fallback: "none" });
  const letters = Array.from({ length: 26 }, (_, place) => String.fromCodePoint(65 + place));
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  const texts = codes.flatMap((code) => names.of(code) ?? []);
  return [...new Set(texts)].map((text): Headword => ({ text, language }));
});

/** What a learner may type instead of a text, by keyboard and habit. */
const HABITS: Readonly<Record<string, (text: string, language: string) => string>> = {
  "as shown": (text) => text,
  decomposed: (text) => text.normalize("NFD"),
  "decomposed for compatibility": (text) => text.normalize("NFKD"),
  "in full width": fullWidth,
  "with curly apostrophes": (text) => text.replaceAll("'", "’"),
  "with straight apostrophes": (text) => text.replace(/[’‘ʼʻ]/gu, "'"),
  "in capitals": (text, language) => text.toLocaleUpperCase(language),
  "in small letters": (text, language) => text.toLocaleLowerCase(language),
  "with spaces": (text) => `  ${text.replaceAll(" ", "  ")} \u00a0`,
  "with other hyphens": (text) => text.replaceAll("-", "‐"),
  "with a full stop": (text) => `${text}.`,
  "without invisible characters": (text) => text.replace(/[\u200b-\u200f]/gu, ""),
};

/** In these, capitals that no locale knows are no other word. */
const plainCapitals = (text: string, language: string) =>
  /^(?:tr|az)$/u.test(language) ? text : text.toUpperCase();

function fullWidth(text: string): string {
  const wide = text.replace(/[!-~]/gu, (sign) =>
    String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0),
  );
  return wide.replaceAll(" ", "\u3000");
}

/** Each habit meets each fourth word, and each fourth pair is judged; all would take minutes. */
const TURNS = 4;

/** Words that are not right as they are typed by one of the habits. */
function refused(words: readonly Headword[]): string[] {
  const habits = Object.entries({ ...HABITS, "in plain capitals": plainCapitals });
  return words.flatMap(({ text, language, reading }, at) =>
    habits.flatMap(([habit, type], turn) => {
      if ((at + turn) % TURNS !== 0) return [];
      const typed = type(text, language);
      const { isRight, note } = judgeAnswer(typed, { text, language, reading }, strict);
      return isRight && note === null ? [] : [`${text} (${language}) ${habit}: ${typed}`];
    }),
  );
}

/** Pairs of one language that differ by one letter, by accents, or by less. */
function neighbors(words: readonly Headword[]): (readonly [Headword, Headword])[] {
  const groups = new Map<string, Headword[]>();
  for (const word of words) {
    const bare = [...word.text.normalize("NFKD").toLowerCase().replace(/\p{M}/gu, "")];
    const keys = bare.map((_, left) => bare.filter((__, at) => at !== left).join(""));
    for (const key of new Set([bare.join(""), ...keys].map((one) => `${word.language} ${one}`))) {
      groups.set(key, [...(groups.get(key) ?? []), word]);
    }
  }
  return [...groups.values()]
    .filter((group) => group.length <= 40)
    .flatMap((group) => group.flatMap((a) => group.map((b) => [a, b] as const)))
    .filter(([a, b]) => a.text !== b.text);
}

const oneForm = (text: string) => text.normalize("NFKC").replaceAll("’", "'");

/** Words that are taken for another one, which is known to the judge. */
function confused(words: readonly Headword[]): string[] {
  return neighbors(words).flatMap(([asked, other], at) => {
    if (at % TURNS !== 0 || oneForm(asked.text) === oneForm(other.text)) return [];
    const typings = [other.text, `${other.text.normalize("NFD")} `, fullWidth(other.text)];
    const typed = typings[at % typings.length] ?? "";
    const { isRight } = judgeAnswer(typed, asked, kind, [{ text: other.text }]);
    return isRight ? [`${typed} for ${asked.text} (${asked.language})`] : [];
  });
}

const collators = new Map<string, Intl.Collator>();
function collatorOf(language: string): Intl.Collator {
  const options = { sensitivity: "accent", ignorePunctuation: true } as const;
  const collator = collators.get(language) ?? new Intl.Collator(language, options);
  collators.set(language, collator);
  return collator;
}

/** Words that are taken for another one by nothing but the rules, although letters differ. */
function mistaken(words: readonly Headword[]): string[] {
  return neighbors(words).flatMap(([asked, other]) => {
    if (/[;；、，(（/]/u.test(asked.text) || asked.reading === other.text) return [];
    if (collatorOf(asked.language).compare(asked.text, other.text) === 0) return [];
    const isTaken = judgeAnswer(other.text, asked, strict).isRight;
    return isTaken ? [`${other.text} for ${asked.text} (${asked.language})`] : [];
  });
}

describe("judging names of countries in all scripts", () => {
  it("takes them as they are shown, by every keyboard and habit", () => {
    expect(NAMES.length).toBeGreaterThan(10_000);
    expect(refused(NAMES)).toEqual([]);
  });

  it("takes no other name for the right one", () => {
    expect(confused(NAMES)).toEqual([]);
    expect(mistaken(NAMES)).toEqual([]);
  });
});

describe("judging capitals", () => {
  it.each([
    ["ISI", "ısı", "tr", "right"],
    ["ISTANBUL", "İstanbul", "tr", "right"],
    ["İSTANBUL", "İstanbul", "tr", "right"],
    ["istanbul", "İstanbul", "tr", "right"],
    ["ırak", "Irak", "az", "right"],
    ["isi", "ısı", "tr", "wrong"],
    ["ΑΘΗΝΑ", "Αθήνα", "el", "right"],
    ["ΜΆΙΟΣ", "Μάιος", "el", "right"],
    ["Αθηνα", "Αθήνα", "el", "wrong"],
    ["ECOLE", "école", "fr", "wrong"],
  ])("follows the language: %s for %s (%s) is %s", (given, text, language, wanted) => {
    const { isRight } = judgeAnswer(given, { text, language }, strict);
    expect(isRight ? "right" : "wrong").toBe(wanted);
  });
});

const read = (path: string) => readFileSync(join(DATA ?? "", path), "utf8");

interface BookFile {
  readonly words: readonly { readonly spelling: string }[];
}
interface HskWord {
  readonly s: string;
  readonly f: readonly { readonly t: string; readonly i: { readonly y: string } }[];
}

function english(): Headword[] {
  const books = readdirSync(join(DATA ?? "", "wordbook-center/wordbooks"));
  const texts = books.flatMap((name) => {
    const book = JSON.parse(read(`wordbook-center/wordbooks/${name}`)) as BookFile;
    return book.words.map(({ spelling }) => spelling);
  });
  return [...new Set(texts)].map((text) => ({ text, language: "en" }));
}

function german(): Headword[] {
  const lines = read("lists/real/goethe-a1-anki-notes.txt").split("\n");
  return lines.flatMap((line) => {
    const text = line.split("\t")[1] ?? "";
    return text === "" ? [] : [{ text, language: "de" }];
  });
}

function japanese(): Headword[] {
  const rows = read("lists/real/jlpt-n5.csv").matchAll(/^([^,"\n]+),([^,"\n]+),/gmu);
  return [...rows].map(([, text = "", reading]) => ({ text, reading, language: "ja" }));
}

function chinese(): Headword[] {
  const words = JSON.parse(read("lists/real/hsk-old-1.min.json")) as HskWord[];
  return words.flatMap(({ s, f }) =>
    f.flatMap(({ t, i }) => [
      { text: s, language: "zh-Hans", reading: i.y },
      { text: t, language: "zh-Hant", reading: i.y },
    ]),
  );
}

describe.skipIf(DATA === undefined)("judging headwords of real books and lists", () => {
  const lists = { english, german, japanese, chinese };

  it.each(Object.entries(lists))("takes every %s one as it is shown", (_, words) => {
    const all = words();
    expect(all.length).toBeGreaterThan(100);
    expect(refused(all)).toEqual([]);
  });

  it.each(Object.entries(lists))("takes no %s one for another that is known", (_, words) => {
    expect(confused(words())).toEqual([]);
  });

  it("takes no German, Japanese or Chinese one for another by rules alone", () => {
    expect(mistaken([...german(), ...japanese(), ...chinese()])).toEqual([]);
  });

  it("takes every reading for its Japanese word, in either kana", () => {
    const wrong = japanese().filter((word) => {
      const kana = word.reading ?? "";
      const katakana = kana.replace(/[ぁ-ゖ]/gu, (sign) =>
        String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0x60),
      );
      return [kana, katakana].some((typed) => !judgeAnswer(typed, word, strict).isRight);
    });
    expect(wrong).toEqual([]);
  });

  it("takes pinyin with and without tones, in one word or several, where it is asked for", () => {
    const wrong = chinese().flatMap(({ reading = "", language }) => {
      const bare = reading.normalize("NFD").replace(/[\u0300-\u0307\u0309-\u036f]/gu, "");
      const expected = { text: reading, language, asks: "reading" } as const;
      return [reading, reading.replaceAll(" ", ""), bare, reading.toUpperCase()].filter(
        (typed) => !judgeAnswer(typed, expected, strict).isRight,
      );
    });
    expect(wrong).toEqual([]);
  });
});

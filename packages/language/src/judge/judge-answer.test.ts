import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judgeAnswer, type Expected, type OtherWord } from "./judge-answer.ts";

const kind = { accents: true, slip: true } as const;
const strict = { accents: false, slip: false } as const;

const judge = (given: string, expected: string, language = "en", more: Partial<Expected> = {}) =>
  judgeAnswer(given, { text: expected, language, ...more }, kind);
/** "right", the note of an answer that is right all the same, or "wrong". */
const verdict = (...[given, expected, language, more]: Parameters<typeof judge>) => {
  const { isRight, note } = judge(given, expected, language, more);
  return isRight ? (note ?? "right") : "wrong";
};
const isStrictlyRight = (given: string, text: string, language = "en") =>
  judgeAnswer(given, { text, language }, strict).isRight;

/** CPU milliseconds of this thread, since other threads may be running. */
const usedMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

/** Headwords as dictionaries and lists of learners write them, in fifteen scripts. */
const HEADWORDS = [
  ...["café", "l'été", "Straße", "die Bank¹", "(to) give up", "colo(u)r", "AC/DC", "24/7", "C++"],
  ...[
    "İstanbul",
    "ısı",
    "smørrebrød",
    "Việt Nam",
    "look after sb./sth.",
    "isnˈt",
    "don’t",
    "rock 'n' roll",
  ],
  ...["мой", "ёлка", "їжа", "за́мок", "Δοῦλος", "ΟΔΟΣ", "كِتَاب", "می‌خواهم", "שָׁלוֹם", "צ׳יפס"],
  ...[
    "प्रिया",
    "ক্ষ",
    "มาตรา",
    "ค่า",
    "한국어",
    "도서관",
    "学校",
    "臺灣",
    "がっこう",
    "ガイド",
    "ｶﾞｲﾄﾞ",
    "コーヒー",
  ],
  ...[
    "ქართული",
    "Երևան",
    "ខ្មែរ",
    "မြန်མာ",
    "ᠮᠣᠩᠭᠣᠯ",
    "…",
    "&",
    "(informal)",
    "a/an",
    "100 %",
    "ـــ",
  ],
];
const languages = ["en", "de", "fr", "it", "sv", "ja", "zh-Hans", "ru", "ar", "ko", "xx", "!"];
const anyText = fc.oneof(
  fc.constantFrom(...HEADWORDS),
  fc.array(fc.constantFrom(...HEADWORDS), { maxLength: 4 }).map((all) => all.join(" / ")),
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: "binary" }),
);
const anyLanguage = fc.constantFrom(...languages);

describe("judging a typed answer", () => {
  it("takes whatever is shown as right, in any script and language", () => {
    fc.assert(
      fc.property(anyText, anyLanguage, (text, language) => {
        if (text.trim() === "") return;
        for (const typed of [text, text.normalize("NFC"), text.normalize("NFD"), ` ${text} `]) {
          expect(isStrictlyRight(typed, text, language)).toBe(true);
        }
      }),
    );
  });

  it("takes headwords in capitals, in full width and with other apostrophes", () => {
    for (const word of HEADWORDS.filter((one) => !/[ßıİ…]/u.test(one))) {
      const forms = [word.toUpperCase(), word.normalize("NFKC"), word.replaceAll("'", "’")];
      for (const form of forms) expect([form, verdict(form, word, "xx")]).toEqual([form, "right"]);
    }
  });

  it("throws for no two texts, and keeps their letters in the pieces", () => {
    fc.assert(
      fc.property(anyText, anyText, anyLanguage, (given, text, language) => {
        const reading = given;
        const { pieces } = judgeAnswer(given, { text, language, reading, asks: "meaning" }, kind);
        expect(pieces.every((piece) => piece.text !== "")).toBe(true);
        judgeAnswer(given, { text, language, reading }, kind, [{ text: given, meaning: text }]);
        judgeAnswer(given, { text, language, reading, asks: "reading" }, kind, [{ text }]);
      }),
    );
  });

  it.each([
    ["a pasted book", "reluctant ".repeat(50_000), "reluctant"],
    ["many brackets", "a", "(".repeat(5_000)],
    ["many groups", "a", "(a) ".repeat(2_000)],
    ["many slashes", "a", "a/b ".repeat(2_000)],
    ["many parts", "x".repeat(300), "abc; ".repeat(2_000)],
    ["one long word", "x".repeat(5_000), "x".repeat(5_000)],
    ["many spaces", " ".repeat(50_000), ` a${" ".repeat(50_000)}b`],
  ])("is quick with %s", (_, given, text) => {
    const before = usedMs();
    for (const language of ["en", "de", "ja"]) {
      judgeAnswer(given, { text, language, reading: text }, kind, [{ text: given }]);
    }
    expect(usedMs() - before).toBeLessThan(1_500);
  });

  it.each([
    ["reluctant", "reluctant", "en"],
    [" Reluctant. ", "reluctant", "en"],
    ["ｒｅｌｕｃｔａｎｔ", "reluctant", "en"],
    ["don’t", "don't", "en"],
    ["don`t", "don’t", "en"],
    ["isn't", "isnˈt", "en"],
    ["ice-cream", "ice cream", "en"],
    ["well-known", "well‑known", "en"],
    ["how are you", "how are you?", "en"],
    ["color", "colo(u)r", "en"],
    ["an", "a/an", "en"],
    ["grey", "gray/grey", "en"],
    ["honor", "honour\\honor", "en"],
    ["bike", "bike = bicycle", "en"],
    ["bank", "bank¹", "en"],
    ["bank1", "bank¹", "en"],
    ["look after", "look after sb./sth.", "en"],
    ["look after sth.", "look after sb./sth.", "en"],
    ["take seriously", "take sb. seriously", "en"],
    ["give up", "give up/abandon", "en"],
    ["abandon", "give up/abandon", "en"],
    ["keep in mind", "to keep/bear... in mind", "en"],
    ["bear in mind", "to keep/bear... in mind", "en"],
    ["the whole family", "(the) whole family", "en"],
    ["whole family", "(the) whole family", "en"],
    ["to give up", "give up", "en"],
    ["Arzt", "der Arzt/die Ärztin", "de"],
    ["die Ärztin", "der Arzt/die Ärztin", "de"],
    ["Ansage", "die Ansage", "de-AT"],
    ["die Ansage", "die Ansage, -n", "de"],
    ["Mann", "der Mann, -ä, er", "de"],
    ["das Mädchen", "das Mädchen, –", "de"],
    ["die Bekannte", "der/die Bekannte, -n", "de"],
    ["Kreditkarte", "(Kredit)-Karte, -n", "de"],
    ["das Haus", "das Haus, die Häuser", "de"],
    ["agua", "el agua, las aguas", "es"],
    ["Haeuser", "Häuser", "de"],
    ["strasse", "Straße", "de"],
    ["Straße", "Strasse", "de-CH"],
    ["eau", "l'eau", "fr"],
    ["l’eau", "eau", "fr"],
    ["gnocchi", "gli gnocchi", "it"],
    ["huset", "huset", "sv"],
    ["smoerrebroed", "smørrebrød", "da"],
    ["bil", "en bil", "nb"],
    ["كتاب", "كِتَاب", "ar"],
    ["שלום", "שָׁלוֹם", "he"],
    ["遗弃", "放弃；遗弃（某人）", "zh"],
    ["がっこう", "学校（がっこう）", "ja"],
  ])("accepts %s for %s (%s) without a note", (given, expected, language) => {
    // Text in brackets is part of the entry only together with what stands before it.
    const reading = expected.includes("学校") ? "がっこう" : null;
    expect(verdict(given, expected, language, { reading })).toBe("right");
  });

  it.each([
    ["colour", "color"],
    ["favourites", "favorites"],
    ["theatre", "theater"],
    ["centred", "centered"],
    ["realise", "realize"],
    ["organisations", "organizations"],
    ["analyse", "analyze"],
    ["travelling", "traveling"],
    ["jewellery", "jewelry"],
    ["defence", "defense"],
    ["licence", "license"],
    ["practising", "practicing"],
    ["catalogue", "catalog"],
    ["grey", "gray"],
    ["tyres", "tires"],
    ["paediatric", "pediatric"],
    ["anaesthetic", "anesthetic"],
    ["encyclopaedia", "encyclopedia"],
    ["manoeuvre", "maneuver"],
    ["judgement", "judgment"],
    ["towards", "toward"],
    ["skilful", "skillful"],
  ])("takes %s and %s for each other, by rules that leave them alone elsewhere", (uk, us) => {
    expect([verdict(uk, us), verdict(us, uk)]).toEqual(["right", "right"]);
    expect(isStrictlyRight(uk, us, "fr") || isStrictlyRight(us, uk, "fr")).toBe(false);
  });

  it.each([
    ["advertize", "advertise"],
    ["surprize", "surprise"],
    ["exercize", "exercise"],
    ["hor", "hour"],
    ["for", "four"],
    ["acer", "acre"],
  ])("takes %s for no American %s", (given, expected) => {
    expect(isStrictlyRight(given, expected)).toBe(false);
  });

  it.each([
    ["cafe", "café", "fr", "accent"],
    ["dont", "don't", "en", "accent"],
    ["pêche", "péché", "fr", "accent"],
    ["schon", "schön", "de", "accent"],
    ["елка", "ёлка", "ru", "accent"],
    ["λογος", "λόγος", "el", "accent"],
    ["oeuvre", "œuvre", "fr", "accent"],
    ["zloty", "złoty", "pl", "accent"],
    ["der Ansage", "die Ansage", "de", "article"],
    ["le eau", "l'eau", "fr", "article"],
    ["ett bil", "en bil", "sv", "article"],
    ["reluctnt", "reluctant", "en", "slip"],
    ["relcutant", "reluctant", "en", "slip"],
    ["Fenstar", "das Fenster", "de", "slip"],
    ["мои", "мой", "ru", "wrong"],
    ["hose", "house", "en", "wrong"],
    ["1000000", "100000", "en", "wrong"],
    ["go hume soon", "go home soon", "en", "wrong"],
    ["도서간", "도서관", "ko", "wrong"],
    ["一心一一意意", "一心一意意意", "zh", "wrong"],
    ["かき", "かぎ", "ja", "wrong"],
    ["คา", "ค่า", "th", "wrong"],
    ["C#", "C++", "en", "wrong"],
    ["sth", "look after sb./sth.", "en", "wrong"],
    ["to keep", "to keep/bear... in mind", "en", "wrong"],
    ["informal", "(informal); kid", "en", "wrong"],
    ["the", "house", "en", "wrong"],
    ["Haus", "Maus", "de", "wrong"],
    ["!", "house", "en", "wrong"],
    ["", "house", "en", "wrong"],
  ])("judges %s for %s (%s) as %s", (given, expected, language, wanted) => {
    expect(verdict(given, expected, language)).toBe(wanted);
  });

  it("enforces accents and takes no typo if the learner wants it so", () => {
    expect(isStrictlyRight("cafe", "café", "fr")).toBe(false);
    expect(isStrictlyRight("reluctnt", "reluctant")).toBe(false);
    expect(isStrictlyRight("der Ansage", "die Ansage", "de")).toBe(true);
  });

  it("divides meanings by commas, but words not", () => {
    expect(verdict("to give up", "leave, give up", "en", { asks: "meaning" })).toBe("right");
    expect(verdict("give up", "leave, give up")).toBe("wrong");
    expect(verdict("500", "1,500", "en", { asks: "meaning" })).toBe("wrong");
  });

  it.each([
    ["gakkou", "学校", "がっこう", "right"],
    ["gakkō", "学校", "がっこう", "right"],
    ["ガッコウ", "学校", "がっこう", "right"],
    ["gako", "学校", "がっこう", "wrong"],
    ["gakko", "学校", "がっこう", "accent"],
    ["neko", "ねこ", null, "right"],
    ["koohii", "コーヒー", null, "right"],
    ["kōhī", "コーヒー", null, "right"],
    ["こーひー", "コーヒー", null, "right"],
    ["shimbun", "新聞", "しんぶん", "right"],
    ["sinbun", "新聞", "しんぶん", "right"],
    ["matcha", "抹茶", "まっちゃ", "right"],
    ["maccha", "抹茶", "まっちゃ", "right"],
    ["zasshi", "雑誌", "ざっし", "right"],
    ["jisho", "辞書", "じしょ", "right"],
    ["zisyo", "辞書", "じしょ", "right"],
    ["konnichiwa", "こんにちは", null, "right"],
    ["kon'ya", "今夜", "こんや", "right"],
    ["hon", "本", "ほん", "right"],
    ["honn", "本", "ほん", "right"],
    ["faito", "ファイト", null, "right"],
    ["paatii", "パーティー", null, "right"],
    ["chekku", "チェック", null, "right"],
    ["tsuzuku", "続く", "つづく", "right"],
    ["とうり", "通り", "とおり", "wrong"],
  ])("takes %s for the Japanese %s (%s): %s", (given, text, reading, wanted) => {
    expect(verdict(given, text, "ja", { reading })).toBe(wanted);
  });

  it.each([
    ["nǐ hǎo", "right"],
    ["nǐhǎo", "right"],
    ["ni3 hao3", "right"],
    ["ni3hao3", "right"],
    ["nihao", "right"],
    ["ni hao", "right"],
    ["ní hǎo", "accent"],
    ["ni2hao3", "accent"],
    ["nihe", "wrong"],
  ])("takes %s for nǐ hǎo where the reading is asked for: %s", (given, wanted) => {
    expect(verdict(given, "nǐ hǎo", "zh-Hans", { asks: "reading" })).toBe(wanted);
  });

  it("knows ü and the neutral tone of pinyin", () => {
    const asks = "reading";
    for (const given of ["nǚ er", "nv3er", "nü3 er5", "nu:3er"]) {
      expect(verdict(given, "nǚ'er", "zh", { asks })).toBe("right");
    }
    expect(verdict("mama1", "māma", "zh", { asks })).toBe("accent");
    expect(verdict("nihao", "你好", "zh", { reading: "nǐ hǎo" })).toBe("wrong");
  });

  it.each<[string, string, string, OtherWord[], string]>([
    [
      "the same text in other letters",
      "china",
      "China",
      [{ text: "china", meaning: "x" }],
      "wrong",
    ],
    ["an accent", "pêche", "péché", [{ text: "pêche" }], "wrong"],
    ["a slip", "desert", "dessert", [{ text: "desert" }], "wrong"],
    ["an accent and a slip", "résume", "resumes", [{ text: "resume" }], "wrong"],
    ["a part", "an", "a/an", [{ text: "an", meaning: "x" }], "wrong"],
    ["the same meaning", "grey", "gray", [{ text: "grey", meaning: "y" }], "right"],
    ["its own text", "Bank", "Bank", [{ text: "Bank", meaning: "bench" }], "right"],
  ])("never takes another word of the book: %s", (_, given, text, others, wanted) => {
    const expected = { text, language: "en", meaning: "y" };
    expect(judgeAnswer(given, expected, kind, others).isRight ? "right" : "wrong").toBe(wanted);
  });

  it("shows superfluous and missing letters", () => {
    expect(judge("relluctnt", "reluctant").pieces).toEqual([
      { text: "rel", kind: "same" },
      { text: "l", kind: "extra" },
      { text: "uct", kind: "same" },
      { text: "a", kind: "missing" },
      { text: "nt", kind: "same" },
    ]);
    const { pieces } = judge("der Ansage", "die Ansage", "de");
    expect(pieces.filter(({ kind: of }) => of !== "same")).toEqual([
      { text: "i", kind: "missing" },
      { text: "r", kind: "extra" },
    ]);
  });

  it.each([
    ["anzage", "die Ansage, -n", "de", "die Ansage"],
    ["keep in mynd", "keep sth. in mind", "en", "keep in mind"],
    ["colur", "colour", "en", "colour"],
    ["wel known", "well-known", "en", "well-known"],
  ])("shows %s beside the nearest form of %s as it is written", (given, text, language, form) => {
    const { pieces } = judge(given, text, language);
    const own = pieces.filter(({ kind: of }) => of !== "extra").map((one) => one.text);
    expect(own.join("")).toBe(form);
  });

  it("shows both spellings of a word in which most letters lack their accents", () => {
    expect(judge("ete", "été", "fr").pieces).toEqual([
      { text: "e", kind: "extra" },
      { text: "é", kind: "missing" },
      { text: "t", kind: "same" },
      { text: "e", kind: "extra" },
      { text: "é", kind: "missing" },
    ]);
  });
});

const cases = join(import.meta.dirname, "../../../../../shared/data/cases/09-typed-answers.json");

/** Judged with the look-alikes that a kit brings; there only the words of the case. */
describe.runIf(existsSync(cases))("judging the answers that failed", () => {
  const all = existsSync(cases)
    ? (JSON.parse(readFileSync(cases, "utf8")) as {
        given: string;
        expected: string;
        wanted: string;
      }[])
    : [];
  const languageOf = (text: string) =>
    text.startsWith("die ") ? "de" : text.startsWith("l'") ? "fr" : "en";
  it.each(all)("$given for $expected is $wanted", ({ given, expected, wanted }) => {
    const others = ["desert", "finger", "winner"].map((text) => ({ text }));
    const judged = judgeAnswer(
      given,
      { text: expected, language: languageOf(expected) },
      kind,
      others,
    );
    expect(judged.isRight).toBe(wanted === "right");
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { soundApart } from "../readings/sound-apart.ts";
import { isInflected } from "./english-endings.ts";
import { judgeSentence } from "./judge-sentence.ts";
import { gapIn } from "./sentence-gap.ts";
import { isShortSentence } from "./sentence-words.ts";

const kind = { accents: true, slip: true } as const;
const strict = { accents: false, slip: false } as const;

/** Language, word and sentence, in sixteen scripts. */
const SENTENCES: readonly (readonly [language: string, word: string, sentence: string])[] = [
  ["en", "dog", "The dog doesn’t bark – it's asleep."],
  ["en", "give up", "She said: “Never give up!”"],
  ["en", "ice-cream", "I’d like an ice cream, please."],
  ["en", "colo(u)r", "What colour is your well-known car?"],
  ["de", "die Straße", "Die Straße ist heute gesperrt."],
  ["de", "der Arzt/die Ärztin", "Meine Ärztin spricht Türkisch."],
  ["fr", "l'eau", "Je voudrais de l’eau fraîche, s’il te plaît !"],
  ["fr", "eau", "Il n'y a plus d'eau aujourd'hui."],
  ["es", "el caballo", "¡Me gusta tu caballo blanco!"],
  ["it", "amica", "Un'amica mi ha scritto."],
  ["tr", "İstanbul", "Yarın İstanbul'da buluşalım mı?"],
  ["vi", "Việt Nam", "Tôi sống ở Việt Nam từ năm 2019."],
  ["ru", "ёлка", "Новогодняя ёлка стоит в зале."],
  ["el", "λόγος", "Αυτός είναι ο λόγος που ήρθα."],
  ["ar", "كتاب", "هذا كِتَاب جديد ومفيد."],
  ["fa", "می‌خواهم", "من آب سرد می‌خواهم."],
  ["he", "שלום", "הוא אמר שָׁלוֹם והלך."],
  ["hi", "पानी", "मुझे ठंडा पानी चाहिए।"],
  ["bn", "বই", "আমার একটি বই আছে।"],
  ["ta", "புத்தகம்", "இது ஒரு நல்ல புத்தகம்."],
  ["th", "น้ำ", "ฉันอยากดื่มน้ำเย็นๆ"],
  ["km", "ទឹក", "ខ្ញុំចង់ផឹកទឹកត្រជាក់។"],
  ["my", "ရေ", "ကျွန်တော် ရေ သောက်ချင်တယ်။"],
  ["ko", "도서관", "저는 도서관에 갑니다."],
  ["zh-Hans", "学校", "我们明天去学校开会。"],
  ["zh-Hant", "臺灣", "他昨天從臺灣回來了。"],
  ["ja", "猫", "この猫はとても大きいです。"],
  ["ja", "コーヒー", "毎朝コーヒーを飲みます。"],
  ["ja", "ガイド", "ｶﾞｲﾄﾞさんはガイドです"],
  ["ka", "წიგნი", "ეს ახალი წიგნი არის."],
  ["hy", "գիրք", "Սա լավ գիրք է։"],
  ["am", "ውሃ", "እኔ ቀዝቃዛ ውሃ እፈልጋለሁ።"],
];

const gapOf = (sentence: string, word: string, language = "en") =>
  gapIn(sentence, { text: word, language });
const judge = (given: string, sentence: string, word: string, language = "en") => {
  const gap = gapOf(sentence, word, language);
  if (gap === undefined) throw new Error(`no ${word} in ${sentence}`);
  return judgeSentence(given, { ...gap, language }, kind);
};
const anySentence = fc.constantFrom(...SENTENCES.filter(([, word]) => word !== "ガイド"));

describe("a gap in a sentence", () => {
  it.each(SENTENCES.filter(([, word]) => word !== "ガイド"))(
    "(%s) is where %s stands: %s",
    (language, word, sentence) => {
      const gap = gapOf(sentence, word, language);
      expect(gap && gap.before + gap.word + gap.after).toBe(sentence);
      expect(gap?.word).not.toBe("");
    },
  );

  it.each([
    ["word", "She carries two heavy boxes.", "carry", "carries"],
    ["word", "They were running to the bus.", "run", "running"],
    ["phrase", "He gave it a try, then was giving up.", "give up", "giving up"],
    ["article", "Die neue Ansage ist gut.", "die Ansage, -n", "Ansage"],
  ])("is the %s as it stands there: %s", (_, sentence, word, wanted) => {
    expect(gapOf(sentence, word, word.startsWith("die") ? "de" : "en")?.word).toBe(wanted);
  });

  it.each([
    ["a part of another word", "I can't concatenate these strings.", "cat", "en"],
    ["a part of a contraction", "You can't do that here.", "can", "en"],
    ["a part of a compound", "This is a well-known song.", "well", "en"],
    ["another word of the stem", "The teacher is at home now.", "teach", "en"],
    ["a word of two letters", "He was in bed all day.", "be", "en"],
    ["the word a second time", "A dog is a dog, they say.", "dog", "en"],
    ["a word that tells it", "To teach is what a teacher does.", "teach", "en"],
    ["its reading", "学校（がっこう）へ行きます。", "学校", "ja"],
    ["too little around it", "Good dog!", "dog", "en"],
    ["the sign a second time", "人人都是人。", "人", "zh"],
    ["no letters", "… — !", "dog", "en"],
    ["an empty sentence", "", "dog", "en"],
    ["a page", "the dog sleeps ".repeat(40), "dog", "en"],
  ])("is not in %s", (_, sentence, word, language) => {
    expect(gapIn(sentence, { text: word, language, reading: "がっこう" })).toBeUndefined();
  });

  it("keeps every sign of any sentence, and throws for none", () => {
    const any = fc.oneof(fc.string({ unit: "grapheme" }), fc.string({ unit: "binary" }));
    const language = fc.constantFrom("en", "de", "ja", "ko", "tr", "ar", "xx", "!", undefined);
    fc.assert(
      fc.property(any, any, any, language, (before, text, after, of) => {
        const sentence = `${before} ${text} ${after}`;
        const gap = gapIn(sentence, { text, language: of });
        if (gap === undefined) return;
        expect(gap.before + gap.word + gap.after).toBe(sentence);
        const expected = { ...gap, language: of };
        expect(judgeSentence(sentence, expected, strict).isRight).toBe(true);
      }),
    );
  });
});

describe("judging a typed sentence", () => {
  it("takes whatever is shown as right, in any script and form", () => {
    fc.assert(
      fc.property(anySentence, ([language, word, sentence]) => {
        const gap = gapOf(sentence, word, language);
        if (gap === undefined) throw new Error(sentence);
        const forms = [
          sentence,
          sentence.normalize("NFC"),
          sentence.normalize("NFD"),
          ` ${sentence}  `,
          sentence.replace(/[^\p{L}\p{M}\p{N}\s]/gu, " "),
        ];
        for (const given of forms) {
          const { isRight, isWhole } = judgeSentence(given, { ...gap, language }, strict);
          expect([given, isRight, isWhole]).toEqual([given, true, true]);
        }
      }),
    );
  });

  it.each([
    ["the dog doesnt bark its asleep", true, true],
    ["THE DOG DOESN'T BARK - IT`S ASLEEP!!", true, true],
    ["the dog doesn ' t bark it ’ s a sleep", true, true],
    ["thedog doesn't bark it's asleep", true, true],
    ["the dog", true, false],
    ["a dog does bark and it's awake", true, false],
    ["the cat doesn't bark, it's asleep", false, false],
    ["the dogs doesn't bark, it's asleep", false, false],
    ["doesn't bark, it's asleep", false, false],
    ["", false, false],
    ["?!", false, false],
  ])("takes %j: word %s, sentence %s", (given, isRight, isWhole) => {
    const judged = judge(given, "The dog doesn’t bark – it's asleep.", "dog");
    expect([judged.isRight, judged.isWhole]).toEqual([isRight, isWhole]);
  });

  it.each([
    ["me gusta tu caballo blanco", "¡Me gusta tu caballo blanco!", "caballo", "es"],
    ["Die Strasse ist heute gesperrt", "Die Straße ist heute gesperrt.", "die Straße", "de"],
    ["Meine Aerztin spricht Tuerkisch", "Meine Ärztin spricht Türkisch.", "die Ärztin", "de"],
    [
      "je voudrais de l'eau fraîche sil te plaît",
      "Je voudrais de l’eau fraîche, s’il te plaît !",
      "eau",
      "fr",
    ],
    ["저는도서관에갑니다", "저는 도서관에 갑니다.", "도서관", "ko"],
    ["هذا كتاب جديد ومفيد", "هذا كِتَاب جديد ومفيد.", "كتاب", "ar"],
  ])("takes %s for the whole of %s", (given, sentence, word, language) => {
    const judged = judge(given, sentence, word, language);
    expect([judged.isRight, judged.isWhole]).toEqual([true, true]);
  });

  it("takes a missing accent and a typo in any word, and shows them", () => {
    const sentence = "Je voudrais de l’eau fraîche, s’il te plaît !";
    const judged = judge("je voudrais de l'eau fraiche s'il te plaît", sentence, "eau", "fr");
    expect([judged.isRight, judged.note, judged.isWhole]).toEqual([true, null, false]);
    expect(judged.pieces).toContainEqual({ text: "î", kind: "missing" });
    const slip = judge("The elefant sleeps well", "The elephant sleeps well.", "sleep");
    expect([slip.isRight, slip.isWhole]).toEqual([true, false]);
  });

  it("shows a word of one letter that was typed with another accent", () => {
    const { pieces } = judge("il va a la gare", "Il va à la gare.", "gare", "fr");
    expect(pieces.filter(({ kind: of }) => of !== "same")).toEqual([
      { text: "a", kind: "extra" },
      { text: "à", kind: "missing" },
    ]);
  });

  it("shows a tolerated word with the capitals of the sentence", () => {
    const { pieces } = judge("etes-vous là", "Êtes-vous là ?", "là", "fr");
    expect(pieces.slice(0, 3)).toEqual([
      { text: "e", kind: "extra" },
      { text: "Ê", kind: "missing" },
      { text: "tes", kind: "same" },
    ]);
  });

  it("takes the reading of a Japanese word in its place", () => {
    const sentence = "この猫はとても大きいです。";
    const gap = gapIn(sentence, { text: "猫", language: "ja", reading: "ねこ" });
    const asked = { ...gap!, language: "ja", reading: "ねこ" };
    const { isRight } = judgeSentence("このねこはとてもおおきいです", asked, kind);
    expect(isRight).toBe(true);
    expect(judgeSentence("このいぬはとても大きいです", asked, kind).isRight).toBe(false);
  });

  it("never takes another word of the book for the word asked", () => {
    const sentence = "We had dessert in the garden.";
    const asked = { ...gapOf(sentence, "dessert")!, language: "en", meaning: "sweet dish" };
    const others = [{ text: "desert", meaning: "dry land" }];
    const given = "we had desert in the garden";
    expect(judgeSentence(given, asked, kind).isRight).toBe(true);
    expect(judgeSentence(given, asked, kind, others).isRight).toBe(false);
  });

  it("shows the sentence with what is missing, and what was typed instead", () => {
    expect(judge("the big cat barks", "The dog barks.", "dog").pieces).toEqual([
      { text: "The", kind: "same" },
      { text: " ", kind: "same" },
      { text: "big", kind: "extra" },
      { text: " ", kind: "same" },
      { text: "cat", kind: "extra" },
      { text: " ", kind: "same" },
      { text: "dog", kind: "missing" },
      { text: " ", kind: "same" },
      { text: "barks", kind: "same" },
      { text: ".", kind: "same" },
    ]);
  });

  it("shows what was typed instead before a whole word, however it is divided", () => {
    const shown = (given: string, sentence: string, word: string, language?: string) =>
      judge(given, sentence, word, language)
        .pieces.filter(({ kind: of }) => of !== "same")
        .map(({ text, kind: of }) => `${of} ${text}`);
    const ship = "The old ship’s crew left.";
    expect(shown("the old cheep crew left", ship, "ship")).toEqual([
      "extra cheep",
      "missing ship’s",
    ]);
    expect(shown("我们昨天去学校", "我们明年去学校。", "学校", "zh")).toEqual([
      "extra 昨天",
      "missing 明年",
    ]);
  });

  it("shows the whole sentence, whatever was typed", () => {
    fc.assert(
      fc.property(anySentence, fc.string({ unit: "grapheme" }), ([language, word, text], given) => {
        const { pieces } = judge(given, text, word, language);
        const letters = (shown: string) => shown.replace(/\s/gu, "");
        const shown = pieces.filter(({ kind: of }) => of !== "extra").map((one) => one.text);
        expect(letters(shown.join(""))).toBe(letters(text));
      }),
    );
  });

  it("is quick with a pasted book", () => {
    const before = process.threadCpuUsage();
    judge("the dog barks loudly ".repeat(5_000), "The dog doesn’t bark – it's asleep.", "dog");
    const { user, system } = process.threadCpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(1_500);
  });
});

describe("a sentence to be kept in mind", () => {
  it("has at most a dozen words, or as many signs as they take in its script", () => {
    expect(isShortSentence("one two three four five six seven eight nine ten", "en")).toBe(true);
    expect(isShortSentence("so ".repeat(13), "en")).toBe(false);
    expect(isShortSentence("我们明天去学校开会。", "zh")).toBe(true);
    expect(isShortSentence("我".repeat(19), "zh")).toBe(false);
    expect(isShortSentence("ฉันอยากดื่มน้ำเย็นๆ", "th")).toBe(true);
  });
});

describe("an English ending", () => {
  it("makes a form of the word, and no other word", () => {
    for (const [word, base] of [
      ["boxes", "box"],
      ["stopped", "stop"],
      ["making", "make"],
      ["studied", "study"],
      ["plays", "play"],
    ] as const) {
      expect([word, isInflected(word, base)]).toEqual([word, true]);
    }
    for (const [word, base] of [
      ["teacher", "teach"],
      ["bed", "be"],
      ["seed", "see"],
      ["caring", "car"],
    ] as const) {
      expect([word, isInflected(word, base)]).toEqual([word, false]);
    }
  });
});

describe("two words that sound different", () => {
  const word = (text: string, more: object = {}) => {
    const silent = { language: "en", reading: null, pronunciation: null };
    return { text, ...silent, ...more };
  };
  const said = (text: string, pronunciation: string) => word(text, { pronunciation });
  const read = (text: string, reading: string | null, language: string) =>
    word(text, { reading, language });

  it.each([
    ["bit, beat", said("bit", "/bɪt/"), said("beat", "/biːt/")],
    ["fourteen, forty", said("fourteen", "/fɔːrˈtiːn/"), said("forty", "/ˈfɔːrti/")],
    ["tones", read("买", "mǎi", "zh"), read("卖", "mài", "zh-Hans")],
    ["kana", read("病院", "びょういん", "ja"), read("びよういん", null, "ja")],
  ])("differ in what is known: %s", (_, a, b) => {
    expect([soundApart(a, b), soundApart(b, a)]).toEqual([true, true]);
  });

  it.each([
    ["homophones", said("their", "/ðɛr/"), said("there", "/ðɛr/")],
    ["stress marks", said("their", "/ðɛər/"), said("there", "[ˈðɛə]")],
    ["an r of some accents", said("caught", "/kɔːt/"), said("court", "/kɔːrt/")],
    ["a vowel of some accents", said("cot", "/kɒt/"), said("caught", "/kɔːt/")],
    ["one of several", said("tear", "/tɪr/, /tɛr/"), said("tare", "/tɛr/")],
    ["one unknown", said("write", "/raɪt/"), word("right")],
    ["spelling alone", word("there"), word("house")],
    ["one text", said("Polish", "/ˈpoʊlɪʃ/"), said("polish", "/ˈpɑːlɪʃ/")],
    ["kana and kanji", read("箸", "はし", "ja"), read("橋", "ハシ", "ja")],
    ["two ways of pinyin", read("他", "tā", "zh"), read("她", "ta1", "zh")],
    ["no tones", read("妈", "ma", "zh"), read("马", "mǎ", "zh")],
    ["languages", said("gift", "/ɡɪft/"), { ...said("Mist", "/mɪst/"), language: "de" }],
  ])("are not two that may be one: %s", (_, a, b) => {
    expect([soundApart(a, b), soundApart(b, a)]).toEqual([false, false]);
  });
});

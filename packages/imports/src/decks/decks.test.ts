import { describe, expect, test } from "vitest";
import type { ImportedWord } from "../columns/to-draft.ts";
import {
  apkgOf,
  BASIC,
  collectionOf,
  CREATED_S,
  type TestCard,
  type TestDeck,
} from "./deck-for-tests.ts";
import { deckWords, guessNoteTypes, type DeckOptions, type DeckRow } from "./deck-words.ts";
import { withDeck } from "./open-for-tests.ts";
import { previewDeck } from "./preview-deck.ts";

const DAY_MS = 86_400_000;
const FIRST_MS = CREATED_S * 1000;

/** A note with a card for each template. */
const HOUSE: TestDeck = {
  notes: [{ id: 10, fields: ["Haus", "house"] }],
  cards: [
    { id: 100, nid: 10 },
    { id: 101, nid: 10, ord: 1 },
  ],
};

const CLOZE = {
  id: 2,
  name: "Lückentext",
  isCloze: true,
  fields: ["Satz", "Mehr"],
  templates: ["{{cloze:Satz}}"],
};

function clozeDeck(...texts: readonly string[]): TestDeck {
  return {
    types: [CLOZE],
    notes: texts.map((text, at) => ({ id: at + 1, type: 2, fields: text.split("|") })),
    cards: texts.map((_, at) => ({ id: at + 1, nid: at + 1 })),
  };
}

async function rowsOf(deck: TestDeck, options: DeckOptions = {}): Promise<DeckRow[]> {
  return withDeck(apkgOf(deck), (opened) => [...deckWords(opened, options)]);
}

async function wordsOf(deck: TestDeck, options?: DeckOptions): Promise<ImportedWord[]> {
  const rows = await rowsOf(deck, options);
  return rows.flatMap((row) => ("word" in row ? [row.word] : []));
}

async function noteOf(deck: TestDeck) {
  const [row] = await rowsOf(deck);
  return row?.note;
}

/** A row of the review log: ms after the first day, card, rating, kind. */
function review(
  afterMs: number,
  card: number,
  rating: number,
  kind = 1,
  more: { ivl?: number; factor?: number; time?: number; last?: number } = {},
) {
  const { ivl = 1, last = 0, factor = 2500, time = 4000 } = more;
  return [FIRST_MS + afterMs, card, rating, ivl, last, factor, time, kind];
}

describe("a deck", () => {
  const full: TestDeck = {
    ...HOUSE,
    decks: [
      { id: 1, name: "Default" },
      { id: 5, name: "Deutsch::Häuser" },
      { id: 6, name: "Cram", dyn: 1 },
    ],
    cards: [
      { id: 100, nid: 10, did: 6, odid: 5, odue: 4, type: 2, due: -100_000, queue: 2 },
      { id: 101, nid: 10, did: 5, ord: 1 },
    ],
    reviews: [review(5, 100, 3, 0), review(DAY_MS, 100, 3), review(2 * DAY_MS, 100, 0, 5)],
    media: { "haus.mp3": "sound" },
  };
  const preview = {
    rowCount: 1,
    rows: [["Haus", "house"]],
    decks: [{ id: "5", name: "Deutsch::Häuser", notes: 1, cards: 2, reviews: 2 }],
    noteTypes: [
      { id: "1", name: "Basic", fields: ["Front", "Back"], notes: 1, roles: ["text", "meaning"] },
    ],
    firstReviewMs: FIRST_MS + 5,
    lastReviewMs: FIRST_MS + DAY_MS,
    reviewCount: 2,
    mediaCount: 1,
    mediaBytes: 5,
    problemCount: 0,
  };

  test.each(["anki2", "anki21", "anki21b"] as const)(
    "in a collection.%s is shown with its decks, note types, reviews and media",
    async (format) => {
      const found = await withDeck(apkgOf(full, format), (deck) => previewDeck(deck));
      expect(found).toMatchObject({ kind: "apkg", ...preview });
    },
  );

  test.each([false, true])("that is a bare collection is read as one (tables: %s)", async (has) => {
    const found = await withDeck(collectionOf(full, has), (deck) => previewDeck(deck), "a.anki2");
    expect(found).toMatchObject({ kind: "colpkg", ...preview, mediaCount: 0, mediaBytes: 0 });
  });

  test("gives the bytes of a recording by its name in the notes", async () => {
    const bytes = await withDeck(apkgOf(full, "anki21b"), (deck) =>
      deck.media.bytes("haus.mp3", 5),
    );
    expect(new TextDecoder().decode(bytes)).toBe("sound");
  });

  test("is imported without the decks that are not taken", async () => {
    const deck: TestDeck = {
      decks: [
        { id: 1, name: "A" },
        { id: 2, name: "B" },
      ],
      notes: [10, 11, 12].map((id) => ({ id, fields: [`w${id}`, "m"] })),
      cards: [
        { id: 1, nid: 10, did: 1 },
        { id: 2, nid: 11, did: 2 },
        { id: 3, nid: 12, did: 1 },
        { id: 4, nid: 12, did: 2, ord: 1 },
      ],
      reviews: [review(1, 3, 3), review(2, 4, 3)],
    };
    const rows = await rowsOf(deck, { decks: ["2"] });
    expect(rows.map((row) => ("word" in row ? row.word.text : ""))).toEqual(["w11", "w12"]);
    expect(rows[1]).toMatchObject({ group: "B", note: { cards: [{ id: 4 }] } });
    expect(rows[1]?.note?.reviews).toHaveLength(1);
  });

  test("without a deck for its cards is imported into no group", async () => {
    const [row] = await rowsOf({ ...HOUSE, cards: [{ id: 1, nid: 10, did: 99 }] });
    expect(row).toMatchObject({ word: { text: "Haus" } });
    expect(row).not.toHaveProperty("group");
  });
});

describe("a note", () => {
  test("becomes a word with text instead of HTML, its first sound and its tags", async () => {
    const fields = ["<b>das Haus</b>[sound:haus.mp3]", "house<br>home[sound:en.mp3]"];
    const words = await wordsOf({
      ...HOUSE,
      notes: [{ id: 10, fields, tags: " A1 Thema::Wohnen leech " }],
    });
    expect(words).toMatchObject([
      {
        text: "das Haus",
        meaning: "house\nhome",
        audio: "haus.mp3",
        tags: ["A1", "Thema::Wohnen", "leech"],
      },
    ]);
  });

  test("without a sound of its word has that of its meaning, never an example's", async () => {
    const types = [{ ...BASIC, fields: ["Front", "Back", "Example"] }];
    const notes = (meaning: string) => [
      { id: 10, fields: ["Haus", meaning, "Ein Haus.[sound:c.mp3]"] },
    ];
    const [first] = await wordsOf({ ...HOUSE, types, notes: notes("house[sound:b.mp3]") });
    const [second] = await wordsOf({ ...HOUSE, types, notes: notes("house") });
    expect([first?.audio, second?.audio]).toEqual(["b.mp3", undefined]);
  });

  test("has its reading in ruby, in brackets or in a field of its own", async () => {
    const types = [{ ...BASIC, fields: ["Expression", "Meaning", "Reading"] }];
    const words = await wordsOf({
      types,
      notes: [
        { id: 1, fields: ["<ruby>食<rt>た</rt></ruby>べる", "eat", ""] },
        { id: 2, fields: ["漢字[かんじ]", "kanji", ""] },
        { id: 3, fields: ["飲む", "drink", "飲[の]む"] },
      ],
      cards: [1, 2, 3].map((id) => ({ id, nid: id })),
    });
    expect(words.map(({ text, reading }) => [text, reading])).toEqual([
      ["食べる", "たべる"],
      ["漢字", "かんじ"],
      ["飲む", "のむ"],
    ]);
  });

  test.each([
    ["marked", { tags: "marked" }, {}, true],
    ["flagged", {}, { flags: 3 }, true],
    ["neither", { tags: "leech" }, { flags: 8 }, false],
  ] as const)("that is %s is a favorite: %#", async (_, note, card, isFavorite) => {
    const deck = {
      notes: [{ id: 10, fields: ["a", "b"], ...note }],
      cards: [{ id: 1, nid: 10, ...card }],
    };
    expect(await noteOf(deck)).toMatchObject({ isFavorite });
  });

  test.each([
    [[-1, -1], "suspended"],
    [[-1, 0], "active"],
    [[-2, -3], "buried"],
    [[-1, -2], "buried"],
  ] as const)("whose cards are in the queues %j is %s", async (queues, queue) => {
    const cards = queues.map((one, at) => ({ id: at + 1, nid: 10, ord: at, queue: one }));
    expect(await noteOf({ ...HOUSE, cards })).toMatchObject({ queue });
  });

  test("that is suspended is kept, made active or left out, as the learner wants", async () => {
    const deck: TestDeck = { ...HOUSE, cards: [{ id: 1, nid: 10, queue: -1 }] };
    const queues = async (suspended: DeckOptions["suspended"]) =>
      (await rowsOf(deck, { suspended })).map(({ note }) => note?.queue);
    expect(await queues("keep")).toEqual(["suspended"]);
    expect(await queues("active")).toEqual(["active"]);
    expect(await queues("leave_out")).toEqual([]);
  });

  test("keeps its place among new cards and its earliest date", async () => {
    const cards: TestCard[] = [
      { id: 1, nid: 10, due: 7 },
      { id: 2, nid: 10, ord: 1, type: 2, queue: 2, due: 9, data: '{"pos":3,"s":12.5,"d":4}' },
      { id: 3, nid: 10, ord: 2, type: 1, queue: 1, due: CREATED_S + 90_000 },
      { id: 4, nid: 10, ord: 3, type: 2, queue: -1, due: 0 },
    ];
    const note = await noteOf({ ...HOUSE, cards });
    expect(note).toMatchObject({ position: 3, dueMs: FIRST_MS + 90_000_000, guid: "guid-10" });
    expect(note?.cards[1]).toMatchObject({
      memory: { stability: 12.5, difficulty: 4 },
      dueMs: FIRST_MS + 9 * DAY_MS,
    });
  });

  test.each([
    ["that has no card", { cards: [] }, "no_card"],
    ["of an unknown type", { types: [] }, "unknown_note_type"],
    ["without a word", { notes: [{ id: 10, fields: ["<br>", "house"] }] }, "no_text"],
    [
      "of a million characters",
      { notes: [{ id: 10, fields: ["a".repeat(1_000_001)] }] },
      "long_note",
    ],
  ] as const)("%s is reported with its place", async (_, change, code) => {
    const rows = await rowsOf({ ...HOUSE, ...change });
    expect(rows).toMatchObject([{ where: "note 1", fault: { code } }]);
  });
});

describe("a note type", () => {
  const guess = async (fields: readonly string[], ...notes: readonly (readonly string[])[]) =>
    withDeck(
      apkgOf({
        types: [{ ...BASIC, fields }],
        notes: notes.map((values, at) => ({ id: at + 1, fields: values })),
      }),
      (deck) => guessNoteTypes(deck)[0]?.roles,
    );

  test.each([
    [["Front", "Back"]],
    [["正面", "背面"]],
    [["表面", "裏面"]],
    [["앞면", "뒷면"]],
    [["Recto", "Verso"]],
    [["Vorderseite", "Rückseite"]],
    [["Anverso", "Reverso"]],
  ])("with the fields %j is known by their names", async (fields) => {
    expect(await guess(fields)).toEqual(["text", "meaning"]);
  });

  test.each<[readonly string[], readonly string[]]>([
    [
      ["Optimized-Voc-Index", "Vocabulary-Kanji", "Vocabulary-Kana", "Vocabulary-English"],
      ["ignore", "text", "reading", "meaning"],
    ],
    [
      ["Hanzi", "Pinyin", "Meaning", "SentenceSimplified", "SentencePinyin", "SentenceMeaning"],
      ["text", "reading", "meaning", "examples", "ignore", "exampleMeanings"],
    ],
    [
      ["de_word", "de_sentence", "de_audio", "en_word", "en_sentence"],
      ["text", "examples", "audio", "meaning", "exampleMeanings"],
    ],
    [
      ["Word", "Sentence", "Sentence-Audio", "Sentence English", "Definition", "Picture"],
      ["text", "examples", "ignore", "exampleMeanings", "meaning", "ignore"],
    ],
  ])("of a common deck with the fields %j is known", async (fields, roles) => {
    expect(await guess(fields)).toEqual(roles);
  });

  test("with other names is known by what its notes hold", async () => {
    const roles = await guess(
      ["F1", "F2", "F3"],
      ["[sound:a.mp3]", "<b>der Hund</b>", "dog"],
      ["[sound:b.mp3]", "die Katze", "cat"],
    );
    expect(roles).toEqual(["audio", "text", "meaning"]);
  });

  test("can be assigned by hand, or ignored", async () => {
    const deck = { ...HOUSE, notes: [{ id: 10, fields: ["house", "Haus"] }] };
    const noteTypes = { 1: { Front: "meaning", Back: "text" } } as const;
    expect(await wordsOf(deck, { noteTypes })).toMatchObject([{ text: "Haus", meaning: "house" }]);
    expect(await rowsOf(deck, { noteTypes: { 1: "ignore" } })).toEqual([]);
  });

  test("has languages of its own, unless the learner or a deck says otherwise", async () => {
    const deck: TestDeck = {
      types: [BASIC, { ...BASIC, id: 2 }],
      notes: [
        { id: 1, fields: ["der Hund", "the dog"] },
        { id: 2, type: 2, fields: ["食べる", "to eat something"] },
      ],
      cards: [
        { id: 1, nid: 1 },
        { id: 2, nid: 2 },
      ],
    };
    const tags = async (options?: DeckOptions) =>
      (await wordsOf(deck, options)).map((word) => `${word.language} ${word.meaningLanguage}`);
    expect(await tags()).toEqual(["de en", "ja en"]);
    expect(await tags({ language: "nl" })).toEqual(["nl en", "nl en"]);
    const languages = { 1: { language: "sv", meaningLanguage: "fr" } };
    expect(await tags({ language: "nl", languages })).toEqual(["sv fr", "sv fr"]);
  });
});

describe("a cloze note", () => {
  test.each([
    ["{{c1::Berlin}} ist groß.|Stadt", "Berlin", "___ ist groß.", "Stadt"],
    ["Ich {{c2::gehe}} {{c1::nach Hause::wohin?}}.|", "nach Hause", "Ich gehe ___.", "wohin?"],
    ["Ich {{c1::stehe}} um 7 {{c1::auf}}.|get up", "stehe … auf", "Ich ___ um 7 ___.", "get up"],
    ["{{c1::a {{c2::b}} c}} d|x", "a b c", "___ d", "x"],
    ["{{c1,3::Hund}} und {{c2::Katze}}|x", "Hund", "___ und Katze", "x"],
    ["<i>{{c1::<b>eins</b>}}</i><br>zwei|", "eins", "___ zwei", ""],
  ])("%s becomes a word and an example with a gap", async (text, word, sentence, meaning) => {
    const words = await wordsOf(clozeDeck(text));
    expect(words).toMatchObject([{ text: word, meaning, examples: [sentence] }]);
  });

  test("that hides more than sixty characters is reported", async () => {
    const hidden = (length: number) => `{{c1::${"x".repeat(length)}}} y|z`;
    expect(await rowsOf(clozeDeck(hidden(60), hidden(61)))).toMatchObject([
      { word: { text: "x".repeat(60) } },
      { where: "note 2", fault: { code: "cloze_too_long" } },
    ]);
  });

  test("that hides a part of a picture is reported", async () => {
    const rows = await rowsOf(clozeDeck("{{c1::image-occlusion:rect:left=.1}}|<img src=a.png>"));
    expect(rows).toMatchObject([{ fault: { code: "cloze_picture" } }]);
  });

  test("nested without end is read in time", async () => {
    const [row] = await rowsOf(clozeDeck(`${"{{c1::".repeat(20_000)}${"}}".repeat(20_000)}|m`));
    expect(row).toMatchObject({ where: "note 1" });
  });
});

describe("the review log", () => {
  const answers = async (reviews: NonNullable<TestDeck["reviews"]>, more: Partial<TestDeck> = {}) =>
    (await noteOf({ ...HOUSE, reviews, ...more }))?.reviews;

  test("gives a word the answers of all its cards, each with what was asked", async () => {
    const found = await answers([
      review(3, 101, 1, 2),
      review(1, 100, 3, 0, { ivl: -600, factor: 0, time: 7000 }),
      review(4, 100, 2, 3, { factor: 0 }),
    ]);
    expect(found).toEqual([
      {
        ...{ id: FIRST_MS + 1, cardId: 100, ordinal: 0, rating: 3, kind: "learning" },
        ...{ responseTimeMs: 7000, questionMode: "word-to-meaning" },
        ...{ interval: -600, lastInterval: 0, factor: 0 },
      },
      expect.objectContaining({ rating: 1, kind: "relearning", questionMode: "meaning-to-word" }),
      expect.objectContaining({ rating: 2, kind: "filtered" }),
    ]);
  });

  test.each([
    ["{{Front}}", "word-to-meaning"],
    ["{{#Back}}{{Front}}{{/Back}}", "word-to-meaning"],
    ["{{furigana:Front}}", "word-to-meaning"],
    ["{{Back}} {{type:Front}}", "meaning-to-spelling"],
    ["{{text:Back}}{{hint:Front}}", "meaning-to-word"],
    ["{{tts de_DE:Front}}{{type:Front}}", undefined],
    ["{{#Front}}Listen{{/Front}}<!-- {{Front}} -->", undefined],
  ])("asks with %s for %s", async (template, questionMode) => {
    const types = [{ ...BASIC, templates: [template] }];
    const [first] = (await answers([review(1, 100, 3)], { types })) ?? [];
    expect(first).toMatchObject({ rating: 3 });
    expect((first as { questionMode?: string }).questionMode).toBe(questionMode);
  });

  test("counts manual and rescheduled rows as no answers", async () => {
    const rows = [review(1, 100, 0, 4, { ivl: 5 }), review(2, 100, 0, 5), review(3, 100, 3, 4)];
    expect(await answers(rows)).toEqual([]);
  });

  test("lets a word begin anew when the last of its cards is forgotten", async () => {
    const forget = { ivl: 0, factor: 0 };
    const found = await answers([
      review(1, 100, 3),
      review(2, 101, 3),
      review(3, 100, 0, 4, forget),
      review(4, 101, 0, 4, forget),
      review(5, 101, 0, 4, forget),
      review(6, 100, 3),
    ]);
    expect(found?.map((one) => ("id" in one ? one.id : one.forgottenAtMs) - FIRST_MS)).toEqual([
      1, 2, 4, 6,
    ]);
    expect(found?.[2]).toEqual({ forgottenAtMs: FIRST_MS + 4 });
  });

  test("of the first scheduler has its three answers of learning as those of today", async () => {
    const rows = [
      review(1, 100, 1, 0),
      review(2, 100, 2, 0),
      review(3, 100, 3, 2),
      review(4, 100, 2),
    ];
    const found = await answers(rows, { scheduler: 1 });
    expect(found?.map((one) => ("rating" in one ? one.rating : 0))).toEqual([1, 3, 4, 2]);
  });

  const NOW = Date.UTC(2026, 0, 1) - FIRST_MS;
  test.each([
    ["of a card that is gone", review(1, 7, 3), "absent_card"],
    ["from before 1990", review(-FIRST_MS + 1, 100, 3), "impossible_time"],
    ["from the future", review(NOW + 1, 100, 3), "impossible_time"],
    ["with a rating of 5", review(1, 100, 5), "impossible_review"],
    ["with a rating that is no number", [FIRST_MS, 100, "x", 1, 1, 1, 1, 1], "impossible_review"],
    [
      "with an interval of 2,000 years",
      review(1, 100, 3, 1, { ivl: 730_000 }),
      "impossible_review",
    ],
    ["with a negative time", review(1, 100, 3, 1, { time: -1 }), "impossible_review"],
    ["of an unknown kind", review(1, 100, 3, 6), "impossible_review"],
    ["with a number beyond all", [FIRST_MS, 100, 3, 2n ** 62n, 1, 1, 1, 1], "impossible_review"],
  ])("leaves out a row %s and reports it", async (_, row, code) => {
    const found = await withDeck(apkgOf({ ...HOUSE, reviews: [row, review(9, 100, 3)] }), (deck) =>
      previewDeck(deck),
    );
    expect(found).toMatchObject({ reviewCount: 1, problemCount: 1 });
    expect(found.problems[0]).toMatchObject({ code, where: expect.stringMatching(/^review \d$/) });
  });
});

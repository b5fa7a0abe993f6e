import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { deckWords } from "./deck-words.ts";
import { withDeck } from "./open-for-tests.ts";
import { previewDeck } from "./preview-deck.ts";

/** Decks that Anki itself wrote, kept beside the repository; decks.test.ts does without them. */
const DECKS = [join(import.meta.dirname, "../../../../../shared/data/decks")].find(existsSync);

type Value = number | string | null;

/** What Anki says of its decks. */
interface Expected {
  readonly totals: { readonly first_review: number; readonly last_review: number };
  readonly decks: Readonly<
    Record<
      string,
      {
        readonly id: number;
        readonly filtered: boolean;
        readonly cards_home: number;
        readonly notes_home: number;
        readonly revlog: { readonly by_ease: Readonly<Record<string, number>> };
      }
    >
  >;
  readonly notetypes: Readonly<
    Record<string, { readonly id: number; readonly fields: string[]; readonly notes: number }>
  >;
  readonly card_columns: readonly string[];
  readonly cards: readonly (readonly Value[])[];
  readonly notes: readonly (readonly [number, string, string, string[], string[]])[];
  readonly imported_by_anki_into_an_empty_collection: Readonly<
    Record<string, { notes: number; cards: number; answers?: number; media_files?: number }>
  >;
}

const expected =
  DECKS === undefined
    ? undefined
    : (JSON.parse(readFileSync(join(DECKS, "expected.json"), "utf8")) as Expected);
const bytesOf = (name: string) => readFileSync(join(DECKS ?? "", name));
const FULL = ["wl-sched-anki21b.apkg", "wl-sched-anki21.apkg", "wl-sched-anki2-only.apkg"];
const WHOLE = ["wl-anki21b.colpkg", "wl-anki21.colpkg", "wl-anki21-no-meta-no-media-map.colpkg"];

describe.skipIf(expected === undefined)(
  "a deck that Anki wrote, where ../shared/data/decks is",
  () => {
    const {
      cards = [],
      card_columns: columns = [],
      decks = {},
      notes = [],
      ...rest
    } = expected ?? ({} as Partial<Expected>);
    const counts = Object.entries(rest.imported_by_anki_into_an_empty_collection ?? {}).filter(
      ([name]) => name.endsWith("pkg"),
    );

    test.each(counts)(
      "%s has the notes, cards, answers and media that Anki finds",
      async (name, of) => {
        const found = await withDeck(bytesOf(name), (deck) => previewDeck(deck), name);
        expect(found).toMatchObject({
          kind: name.endsWith(".colpkg") ? "colpkg" : "apkg",
          rowCount: of.notes,
          reviewCount: of.answers ?? 0,
          mediaCount: of.media_files ?? 0,
          problemCount: 0,
        });
        expect(found.decks.reduce((sum, deck) => sum + deck.cards, 0)).toBe(of.cards);
      },
    );

    test.each([...FULL, ...WHOLE])(
      "%s has Anki's numbers for each deck and note type",
      async (name) => {
        const found = await withDeck(bytesOf(name), (deck) => previewDeck(deck), name);
        const answersOf = (ratings: Readonly<Record<string, number>>) =>
          Object.entries(ratings).reduce(
            (sum, [ease, count]) => sum + (ease === "0" ? 0 : count),
            0,
          );
        expect(new Map(found.decks.map((deck) => [deck.name, deck]))).toEqual(
          new Map(
            Object.entries(decks)
              .filter(([, deck]) => !deck.filtered && deck.cards_home > 0)
              .map(([deckName, deck]) => [
                deckName,
                {
                  id: String(deck.id),
                  name: deckName,
                  notes: deck.notes_home,
                  cards: deck.cards_home,
                  reviews: answersOf(deck.revlog.by_ease),
                },
              ]),
          ),
        );
        for (const { name: typeName, ...type } of found.noteTypes)
          expect(type).toMatchObject({
            id: String(rest.notetypes?.[typeName]?.id),
            fields: rest.notetypes?.[typeName]?.fields,
            notes: rest.notetypes?.[typeName]?.notes,
          });
        expect(found.firstReviewMs).toBe(rest.totals?.first_review);
        expect(found.lastReviewMs).toBe(rest.totals?.last_review);
      },
    );

    test.each([...FULL, ...WHOLE])("%s has every note and card as Anki has them", async (name) => {
      const rows = await withDeck(bytesOf(name), (deck) => [...deckWords(deck, {})], name);
      const held = new Map(
        rows.flatMap(({ note }) => (note === undefined ? [] : [[note.id, note]])),
      );
      for (const [id, guid, , tags, fields] of notes)
        expect(held.get(id)).toMatchObject({ guid, fields, tags: expect.arrayContaining(tags) });
      const cardOf = new Map(
        [...held.values()].flatMap((note) => note.cards.map((card) => [card.id, card])),
      );
      const stages = ["new", "learning", "review", "relearning"];
      for (const row of cards) {
        const of = (column: string) => Number(row[columns.indexOf(column)] ?? NaN);
        const home = decks[String(row[columns.indexOf("home_deck")])]?.id;
        const isKnown = !Number.isNaN(of("stability"));
        const card = cardOf.get(of("id"));
        expect(card).toMatchObject({
          noteId: of("nid"),
          ordinal: of("ord"),
          deckId: String(home),
          stage: stages[of("type")],
          queue: of("queue") === -1 ? "suspended" : of("queue") < -1 ? "buried" : "active",
          interval: of("ivl"),
          ease: of("factor"),
          repetitions: of("reps"),
          lapses: of("lapses"),
          flag: of("flags"),
        });
        expect(card?.memory?.stability).toEqual(
          isKnown ? expect.closeTo(of("stability"), 3) : undefined,
        );
      }
      expect(cardOf.size).toBe(cards.length);
    });

    test("has every answer once, in the order of time", async () => {
      const rows = await withDeck(bytesOf("wl-sched-anki21b.apkg"), (deck) => [
        ...deckWords(deck, {}),
      ]);
      const answers = rows.flatMap(({ note }) =>
        (note?.reviews ?? []).flatMap((one) => ("id" in one ? [one] : [])),
      );
      const byRating = Map.groupBy(answers, ({ rating }) => rating);
      expect([1, 2, 3, 4].map((rating) => byRating.get(rating)?.length)).toEqual([
        ...[3653, 785, 7511, 81],
      ]);
      expect(answers.filter(({ kind }) => kind === "filtered")).toHaveLength(30);
      expect(new Set(answers.map(({ id }) => id)).size).toBe(12_030);
      for (const { note } of rows) {
        const times = (note?.reviews ?? []).map((one) =>
          "id" in one ? one.id : one.forgottenAtMs,
        );
        expect(times).toEqual(times.toSorted((a, b) => a - b));
      }
    });

    test("shares its languages and words as its author meant them", async () => {
      const rows = await withDeck(bytesOf("wl-sched-anki21b.apkg"), (deck) => [
        ...deckWords(deck, {}),
      ]);
      const words = rows.flatMap((row) => ("word" in row ? [row.word] : []));
      const byText = new Map(words.map((word) => [word.text, word]));
      expect(byText.get("Apfel")).toMatchObject({ meaning: "apple", language: "de" });
      expect(byText.get("食べる")).toMatchObject({ reading: "たべる", language: "ja" });
      expect(byText.get("abandon")).toMatchObject({ language: "en", meaningLanguage: "zh" });
      expect(byText.get("Berlin")).toMatchObject({
        examples: ["___ ist die Hauptstadt von Deutschland."],
      });
      const flagged = cards.filter((row) => row[columns.indexOf("flags")] !== 0);
      const marked = notes.filter(([, , , tags]) => tags.includes("marked"));
      expect(rows.flatMap(({ note }) => (note?.isFavorite ? [note.id] : []))).toEqual(
        [...new Set([...flagged.map((row) => row[1]), ...marked.map(([id]) => id)])].toSorted(),
      );
    });

    const real = DECKS === undefined ? [] : readdirSync(join(DECKS, "real"));
    test.each(real)("and someone published as %s is read without a problem", async (name) => {
      const found = await withDeck(bytesOf(join("real", name)), (deck) => previewDeck(deck), name);
      const pictures = found.problems.filter(({ code }) => code === "cloze_picture");
      expect(found.problemCount).toBe(pictures.length);
      const types = found.noteTypes.filter(({ name: type }) => !/occlusion/i.test(type));
      for (const { roles } of types)
        expect(roles).toEqual(expect.arrayContaining(["text", "meaning"]));
    });
  },
);

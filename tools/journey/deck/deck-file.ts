import { apkgOf } from "@wordloom/imports/deck-for-tests";
import { DAY_MS } from "@wordloom/server/platform/time/durations";

const FIRST = ["Haus", "Garten", "Wasser", "Stadt", "Wald", "Berg"];
const FIRST_MEANINGS = ["house", "garden", "water", "town", "forest", "mountain"];
const LAST = [
  ...["weg", "tür", "schuh", "bild", "lied", "vogel", "brücke", "glas", "karte", "feld"],
  ...["licht", "platz", "tisch", "dach", "blume", "luft", "buch", "stein", "straße", "arbeit"],
];
const LAST_MEANINGS = [
  ...["path", "door", "shoe", "picture", "song", "bird", "bridge", "glass", "map", "field"],
  ...["light", "square", "table", "roof", "flower", "air", "book", "stone", "street", "work"],
];

/** A group of notes that were reviewed on the same days. */
interface Years {
  readonly notes: number;
  readonly daysAgo: readonly number[];
  /** A day on which every other one was forgotten. */
  readonly lapseAgo?: number;
}

/** Three years: words long known, words that wait for a year, last week's words, new ones. */
const GROUPS: readonly Years[] = [
  { notes: 40, daysAgo: [1100, 1099, 1090, 1065, 1000, 850, 500, 60] },
  { notes: 60, daysAgo: [400, 396, 386, 366], lapseAgo: 386 },
  { notes: 12, daysAgo: [9, 8, 5, 2], lapseAgo: 5 },
  { notes: 8, daysAgo: [] },
];

/** What the deck holds, as its owner would count it. */
export interface DeckFacts {
  readonly notes: number;
  readonly reviews: number;
  /** Notes without a review. */
  readonly fresh: number;
  /** Days with reviews. */
  readonly days: number;
  /** Days with reviews in the last year. */
  readonly daysOfYear: number;
  /** Meanings, by word. */
  readonly words: ReadonlyMap<string, string>;
}

/** A learner's deck of German words with its review log, and what is in it. */
export function deckOfYears(nowMs: number): { bytes: Buffer; facts: DeckFacts } {
  const words = FIRST.flatMap((first, one) =>
    LAST.map((last, other): [string, string] => [
      first + last,
      `${FIRST_MEANINGS[one] ?? ""} ${LAST_MEANINGS[other] ?? ""}`,
    ]),
  );
  const groups = GROUPS.flatMap(({ notes, ...years }) =>
    Array.from({ length: notes }, () => years),
  );
  const reviews = groups.flatMap(({ daysAgo, lapseAgo }, note) =>
    daysAgo.map((ago, nth) => {
      const rating = ago === lapseAgo && note % 2 === 0 ? 1 : 3;
      // In the morning, twenty seconds apart.
      const atMs = nowMs - ago * DAY_MS - DAY_MS / 2 + note * 20_000;
      return [atMs, note + 1, rating, daysAgo[nth + 1] ?? 30, 1, 2_500, 4_000, nth === 0 ? 0 : 1];
    }),
  );
  const days = new Set(GROUPS.flatMap(({ daysAgo }) => daysAgo));
  const bytes = apkgOf({
    decks: [{ id: 1, name: "Deutsch" }],
    notes: words.map((fields, at) => ({ id: at + 1, fields })),
    cards: groups.map(({ daysAgo }, at) => {
      const card = { id: at + 1, nid: at + 1, reps: daysAgo.length };
      const isNew = daysAgo.length === 0;
      return isNew ? card : { ...card, type: 2, queue: 2, due: 1, ivl: 30, factor: 2_500 };
    }),
    reviews,
  });
  return {
    bytes: Buffer.from(bytes),
    facts: {
      notes: words.length,
      reviews: reviews.length,
      fresh: groups.filter(({ daysAgo }) => daysAgo.length === 0).length,
      days: days.size,
      daysOfYear: [...days].filter((ago) => ago < 365).length,
      words: new Map(words),
    },
  };
}

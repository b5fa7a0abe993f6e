import { htmlToText } from "../text/html-text.ts";
import { deckWords, guessNoteTypes, type DeckOptions, type GuessedType } from "./deck-words.ts";
import { createDeckProblems, type DeckProblem } from "./deck-problems.ts";
import type { Deck } from "./open-deck.ts";

/** What a learner sees of a deck before it is imported. */
export interface DeckPreview {
  readonly kind: Deck["kind"];
  /** The first notes, as texts of their fields. */
  readonly rows: readonly (readonly string[])[];
  /** Number of notes. */
  readonly rowCount: number;
  readonly languages: GuessedType["languages"];
  /** Without filtered decks and those without notes, by name. */
  readonly decks: readonly DeckInfo[];
  readonly noteTypes: readonly NoteTypeInfo[];
  /** ms since 1970. */
  readonly firstReviewMs: number | null;
  readonly lastReviewMs: number | null;
  /** Answers; dates that were set by hand are none. */
  readonly reviewCount: number;
  readonly mediaCount: number;
  readonly mediaBytes: number;
  readonly problems: readonly DeckProblem[];
  readonly problemCount: number;
}

/** Its own numbers, without the decks below it. */
interface DeckInfo {
  readonly id: string;
  readonly name: string;
  readonly notes: number;
  readonly cards: number;
  readonly reviews: number;
}

type NoteTypeInfo = Pick<GuessedType, "id" | "name" | "fields" | "notes" | "roles" | "samples">;

const SHOWN_ROWS = 20;
const SHOWN_LENGTH = 300;

/**
 * Reads a whole deck once.
 *
 * @param onRows  called now and then with the number of notes read
 * @throws UnreadableError
 */
export function previewDeck(
  deck: Deck,
  options: DeckOptions = {},
  onRows: (count: number) => void = () => {},
): DeckPreview {
  const types = guessNoteTypes(deck, options);
  const used = types.filter(({ notes }) => notes > 0);
  const [main] = used.toSorted((a, b) => b.notes - a.notes);
  const problems = createDeckProblems();
  let seen = 0;
  for (const row of deckWords(deck, options)) {
    if ("fault" in row) problems.add(row.where, row.fault.code, row.fault.message);
    if ((seen += 1) % 5_000 === 0) onRows(seen);
  }
  const rows: string[][] = [];
  let rowCount = 0;
  for (const { fields } of deck.notes()) {
    rowCount += 1;
    if (rows.length < SHOWN_ROWS) rows.push(fields.map(shown));
  }
  return {
    kind: deck.kind,
    rows,
    rowCount,
    languages: main?.languages ?? { text: null, meaning: null },
    decks: decksOf(deck),
    noteTypes: used.map(({ id, name, fields, notes, roles, samples }) => ({
      id,
      name,
      fields,
      notes,
      roles,
      samples: samples.map(shown),
    })),
    firstReviewMs: deck.reviews.firstMs,
    lastReviewMs: deck.reviews.lastMs,
    reviewCount: deck.reviews.answerCount,
    mediaCount: deck.media.files.size,
    mediaBytes: [...deck.media.files.values()].reduce((sum, { size }) => sum + size, 0),
    problems: [...problems.first, ...deck.problems.first].slice(0, 200),
    problemCount: problems.count + deck.problems.count,
  };
}

const shown = (html: string) => htmlToText(html.slice(0, 5_000)).slice(0, SHOWN_LENGTH);

function decksOf({ cards, collection, reviews }: Deck): DeckInfo[] {
  const found = new Map<string, { notes: Set<number>; cards: number; reviews: number }>();
  for (const [noteId, list] of cards)
    for (const { deckId, id } of list) {
      const deck = found.get(deckId) ?? { notes: new Set(), cards: 0, reviews: 0 };
      found.set(deckId, deck);
      deck.notes.add(noteId);
      deck.cards += 1;
      deck.reviews += reviews.answers.get(id) ?? 0;
    }
  return [...collection.decks.values()]
    .flatMap(({ id, name, isFiltered }) => {
      const deck = isFiltered ? undefined : found.get(id);
      return deck === undefined ? [] : [{ id, name, ...deck, notes: deck.notes.size }];
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

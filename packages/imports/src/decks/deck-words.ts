import { languagesOfWords } from "../columns/languages-of-words.ts";
import type { DraftRow, ImportedWord } from "../columns/to-draft.ts";
import type { RowFault } from "../row.ts";
import type { ColumnRole } from "../table.ts";
import type { DeckCard } from "./cards.ts";
import { reviewsOfNote, type DeckReview } from "./deck-reviews.ts";
import { directionsOf } from "./directions.ts";
import { guessNoteType } from "./guess-note-type.ts";
import { createNoteDrafter, type RawNote } from "./note-words.ts";
import type { NoteType } from "./note-types.ts";
import type { Deck } from "./open-deck.ts";

/** How the notes of a deck become words. */
export interface DeckOptions {
  /** Ids of decks to take; undefined takes all. */
  readonly decks?: readonly string[] | undefined;
  /** What fields hold, by note type and name; the others keep their guess. */
  readonly noteTypes?: Readonly<Record<string, Readonly<Record<string, ColumnRole>> | "ignore">>;
  /** Of all words, unless their deck says otherwise. */
  readonly language?: string | undefined;
  readonly meaningLanguage?: string | undefined;
  /** By deck. */
  readonly languages?: Readonly<Record<string, DeckLanguages>>;
  readonly suspended?: "keep" | "active" | "leave_out" | undefined;
}

interface DeckLanguages {
  readonly language?: string | null | undefined;
  readonly meaningLanguage?: string | null | undefined;
}

/** A note as a word, or what is wrong with it. */
export type DeckRow = DraftRow & { readonly note?: DeckNote };

/** What a word keeps of its note. */
export interface DeckNote {
  readonly id: number;
  readonly guid: string;
  readonly typeId: string;
  readonly deckId: string;
  readonly modifiedS: number;
  /** HTML, in the order of the note type's fields. */
  readonly fields: readonly string[];
  readonly tags: readonly string[];
  /** Those in the decks that are taken. */
  readonly cards: readonly DeckCard[];
  /** It is marked, or one of its cards is flagged. */
  readonly isFavorite: boolean;
  /** `suspended` when all its cards are; `buried` when the others of them are suspended. */
  readonly queue: DeckCard["queue"];
  /** The earliest of its cards' places among new cards; null where the deck does not say. */
  readonly position: number | null;
  /** The earliest date of the cards that are neither suspended nor new, ms since 1970. */
  readonly dueMs: number | null;
  readonly reviews: readonly DeckReview[];
}

/** A note type, and what its fields seem to hold. */
export interface GuessedType extends NoteType {
  readonly roles: readonly ColumnRole[];
  /** The fields of its first notes, HTML; of a field the first that is not empty. */
  readonly samples: readonly string[];
  readonly notes: number;
  readonly languages: { readonly text: string | null; readonly meaning: string | null };
}

/** Notes from which a note type is guessed. */
const SAMPLE = 300;

/** Guesses what the fields of note types hold, from their first notes. @throws UnreadableError */
export function guessNoteTypes(deck: Deck, options: DeckOptions = {}): GuessedType[] {
  const samples = new Map<string, RawNote[]>();
  const counts = new Map<string, number>();
  for (const note of deck.notes()) {
    const count = (counts.get(note.typeId) ?? 0) + 1;
    counts.set(note.typeId, count);
    if (count === 1) samples.set(note.typeId, []);
    if (count <= SAMPLE) samples.get(note.typeId)?.push(note);
  }
  return [...deck.collection.noteTypes.values()].map((type) => {
    const sample = samples.get(type.id) ?? [];
    const given = options.noteTypes?.[type.id] ?? {};
    const roles = guessNoteType(
      type,
      sample.map(({ fields }) => fields),
    ).map((guess, index): ColumnRole => {
      const name = type.fields[index] ?? "";
      return given === "ignore" ? "ignore" : (Object.hasOwn(given, name) && given[name]) || guess;
    });
    const drafts = sample.map(createNoteDrafter(type, roles));
    const languages = languagesOfWords(type.fields, drafts);
    const shown = type.fields.map(
      (_, index) => sample.find(({ fields }) => fields[index])?.fields[index] ?? "",
    );
    return { ...type, roles, samples: shown, notes: counts.get(type.id) ?? 0, languages };
  });
}

/**
 * The notes of a deck as words with their reviews, in the order of their ids. Notes of types
 * without a field for the word, and of decks that are not taken, are left out.
 *
 * @throws UnreadableError
 */
export function* deckWords(deck: Deck, options: DeckOptions): Generator<DeckRow> {
  const types = new Map(guessNoteTypes(deck, options).map((type) => [type.id, readerOf(type)]));
  for (const note of deck.notes()) {
    const where = `note ${note.place}`;
    const type = types.get(note.typeId);
    const all = deck.cards.get(note.id) ?? [];
    const cards = all.filter(({ deckId }) => options.decks?.includes(deckId) ?? true);
    const [first] = cards;
    const fault = type === undefined ? NO_TYPE : faultOf(note, all);
    if (fault !== undefined) {
      if (options.decks === undefined || first !== undefined) yield { where, fault };
      continue;
    }
    if (type === undefined || first === undefined || !type.hasWords) continue;
    const kept = noteOf(deck, note, cards, type.directions);
    if (options.suspended === "leave_out" && kept.queue === "suspended") continue;
    const group = deck.collection.decks.get(first.deckId)?.name;
    yield {
      ...withLanguages(type.draft(note), type, options, first.deckId),
      ...(group !== undefined && { group }),
      note: options.suspended === "active" ? { ...kept, queue: "active" } : kept,
    };
  }
}

const NO_TYPE: RowFault = {
  code: "unknown_note_type",
  message: "The note is of a type that the deck does not have.",
};

function readerOf(type: GuessedType) {
  return {
    languages: type.languages,
    hasWords: type.roles.includes("text"),
    draft: createNoteDrafter(type, type.roles),
    directions: directionsOf(type, type.roles),
  };
}

function faultOf(note: RawNote, cards: readonly DeckCard[]): RowFault | undefined {
  if (!Number.isSafeInteger(note.id))
    return { code: "impossible_note", message: "The note has an id that no note can have." };
  if (note.fields.length === 0)
    return { code: "long_note", message: "The note is longer than 1,000,000 characters." };
  if (cards.length === 0) return { code: "no_card", message: "The note has no card." };
  return undefined;
}

function noteOf(
  deck: Deck,
  { id, guid, typeId, modifiedS, fields, tags }: RawNote,
  cards: readonly DeckCard[],
  directions: ReturnType<typeof directionsOf>,
): DeckNote {
  const dates = cards
    .filter(({ queue, stage }) => queue !== "suspended" && stage !== "new")
    .flatMap(({ dueMs }) => dueMs ?? []);
  const isMarked = tags.some((tag) => tag.toLowerCase() === "marked");
  return {
    id,
    guid,
    typeId,
    deckId: cards[0]?.deckId ?? "",
    modifiedS,
    fields,
    tags,
    cards,
    isFavorite: isMarked || cards.some(({ flag }) => flag > 0),
    queue: queueOf(cards),
    position: earliest(cards.flatMap(({ position }) => position ?? [])),
    dueMs: earliest(dates),
    reviews: reviewsOfNote(cards.map(deck.reviews.of), ({ ordinal }) => directions.get(ordinal)),
  };
}

const earliest = (numbers: readonly number[]) =>
  numbers.length === 0 ? null : Math.min(...numbers);

function queueOf(cards: readonly DeckCard[]): DeckCard["queue"] {
  if (cards.some(({ queue }) => queue === "active")) return "active";
  return cards.some(({ queue }) => queue === "buried") ? "buried" : "suspended";
}

/** Those of the note, then of its deck, then of all decks, then the guess for its type. */
function withLanguages(
  row: DraftRow,
  { languages }: Pick<GuessedType, "languages">,
  options: DeckOptions,
  deckId: string,
): DraftRow {
  if (!("word" in row)) return row;
  const { languages: byDeck = {} } = options;
  const deck = Object.hasOwn(byDeck, deckId) ? byDeck[deckId] : undefined;
  const language = row.word.language ?? deck?.language ?? options.language ?? languages.text;
  const meaningLanguage =
    row.word.meaningLanguage ??
    deck?.meaningLanguage ??
    options.meaningLanguage ??
    languages.meaning;
  const word: ImportedWord = {
    ...row.word,
    ...(language != null && { language }),
    ...(meaningLanguage != null && { meaningLanguage }),
  };
  return { ...row, word };
}

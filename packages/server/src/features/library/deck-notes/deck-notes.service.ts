import { createHash } from "node:crypto";
import type { DeckCard, DeckReview, NoteType } from "@wordloom/imports";
import type { Selectable } from "kysely";
import type { DeckKeeper, DeckWord } from "../../../deck-keeper.ts";
import type { Database } from "../../../platform/database/tables.ts";
import {
  addNoteTypes,
  listDeckNotes,
  listDeckNoteTypes,
  listWordsOfGuids,
  removeDeckNotes,
  saveDeckNotes,
} from "./deck-notes.repo.ts";
import type { DeckNotesTable } from "./deck-notes.tables.ts";

type NoteRow = Selectable<DeckNotesTable>;

/**
 * Keeps with which note a word came, so that it can leave with the same one. The first note of a
 * word stays; when it comes again, what is newer of it replaces what is older, which no undo
 * brings back. A note that this service made of the word is none of a deck.
 */
export const deckNotesKeeper: DeckKeeper = {
  keeps: "deck_note",
  async keep(_, tx, { userId, words, noteTypes }) {
    const brought = words.filter(({ wordId, note }) => note.guid !== guidOfWord(wordId));
    const first = new Map(brought.toReversed().map((word) => [word.wordId, word]));
    const rows = await listDeckNotes(tx, userId, [...first.keys()]);
    const known = new Map(rows.map((row) => [row.word_id, row]));
    const used = new Set([...first.values()].map(({ note }) => note.typeId));
    const types = [...used].flatMap((id) => noteTypes.get(id) ?? []);
    const keys = new Map(types.map((type) => [type.id, keyOf(type)]));
    const notes = [...first.values()].flatMap((word) => {
      const row = noteRow(userId, word, keys);
      const before = known.get(word.wordId);
      return before === undefined ? [row] : newerRow(before, row);
    });
    const saved = new Set(notes.map(({ type_key }) => type_key));
    await addNoteTypes(
      tx,
      types
        .filter(({ id }) => saved.has(keys.get(id) ?? ""))
        .map((type) => ({
          user_id: userId,
          key: keys.get(type.id) ?? "",
          type_id: type.id,
          name: type.name,
          is_cloze: Number(type.isCloze),
          fields_json: JSON.stringify(type.fields),
          templates_json: JSON.stringify(type.templates),
          css: type.css,
        })),
    );
    await saveDeckNotes(tx, notes);
    return [...first.keys()].filter((id) => !known.has(id));
  },
  drop: removeDeckNotes,
};

function noteRow(
  userId: string,
  { wordId, note }: DeckWord,
  keys: ReadonlyMap<string, string>,
): NoteRow {
  return {
    user_id: userId,
    word_id: wordId,
    guid: note.guid,
    note_id: note.id,
    type_key: keys.get(note.typeId) ?? "",
    modified_s: note.modifiedS,
    tags_json: JSON.stringify(note.tags),
    fields_json: JSON.stringify(note.fields),
    cards_json: JSON.stringify(note.cards),
    reviews_json: JSON.stringify(note.reviews.flatMap(keptReview)),
  };
}

type KeptRow = readonly [
  id: number,
  ordinal: number,
  kind: KeptReview["kind"],
  interval: number,
  lastInterval: number,
  factor: number,
];

function keptReview(review: DeckReview): KeptRow[] {
  if ("forgottenAtMs" in review) return [];
  const { id, ordinal, kind, interval, lastInterval, factor } = review;
  return [[id, ordinal, kind, interval, lastInterval, factor]];
}

/** What is newer of a note that came again; nothing if nothing is, or if it is another note. */
function newerRow(before: NoteRow, row: NoteRow): NoteRow[] {
  if (before.guid !== row.guid) return [];
  const isChanged = row.modified_s > Number(before.modified_s);
  const isAnswered = repetitionsOf(row) > repetitionsOf(before);
  const reviews = new Map(
    [before, row].flatMap((one) => reviewsOf(one).map((review) => [review[0], review] as const)),
  );
  const more = reviews.size > reviewsOf(before).length;
  if (!isChanged && !isAnswered && !more) return [];
  return [
    {
      ...(isChanged ? row : before),
      cards_json: (isAnswered ? row : before).cards_json,
      reviews_json: JSON.stringify([...reviews.values()].toSorted(([a], [b]) => a - b)),
    },
  ];
}

const cardsOf = ({ cards_json }: NoteRow) => JSON.parse(cards_json) as DeckCard[];
const reviewsOf = ({ reviews_json }: NoteRow) => JSON.parse(reviews_json) as KeptRow[];

function repetitionsOf(row: NoteRow): number {
  return cardsOf(row).reduce((sum, { repetitions }) => sum + repetitions, 0);
}

/** Types of different decks may have one id. */
function keyOf({ id, name, isCloze, fields, templates, css }: NoteType): string {
  const text = JSON.stringify([id, name, isCloze, fields, templates, css]);
  return createHash("sha256").update(text).digest("base64url");
}

/** What the scheduler of a deck said at a review. */
interface KeptReview {
  readonly ordinal: number;
  readonly kind: Extract<DeckReview, { id: number }>["kind"];
  /** Days; below zero seconds. */
  readonly interval: number;
  readonly lastInterval: number;
  readonly factor: number;
}

/** The note with which a word came. */
export interface KeptNote {
  readonly guid: string;
  readonly id: number;
  readonly typeKey: string;
  readonly modifiedS: number;
  readonly tags: readonly string[];
  /** HTML, in the order of the note type's fields. */
  readonly fields: readonly string[];
  readonly cards: readonly DeckCard[];
  /** By the id of the review. */
  readonly reviews: ReadonlyMap<number, KeptReview>;
}

/** The notes with which these words came, by word; words of no deck are left out. */
export async function keptNotes(
  db: Database,
  userId: string,
  wordIds: readonly string[],
): Promise<ReadonlyMap<string, KeptNote>> {
  const rows = await listDeckNotes(db, userId, wordIds);
  return new Map(rows.map((row) => [row.word_id, toKept(row)]));
}

function toKept(row: NoteRow): KeptNote {
  const reviews = reviewsOf(row).map(
    ([id, ordinal, kind, interval, lastInterval, factor]): [number, KeptReview] => [
      id,
      { ordinal, kind, interval, lastInterval, factor },
    ],
  );
  return {
    guid: row.guid,
    id: Number(row.note_id),
    typeKey: row.type_key,
    modifiedS: Number(row.modified_s),
    tags: JSON.parse(row.tags_json) as string[],
    fields: JSON.parse(row.fields_json) as string[],
    cards: cardsOf(row),
    reviews: new Map(reviews),
  };
}

/** The note types of the learner's notes, by key. */
export async function keptNoteTypes(
  db: Database,
  userId: string,
): Promise<ReadonlyMap<string, NoteType>> {
  const rows = await listDeckNoteTypes(db, userId);
  return new Map(
    rows.map((row) => [
      row.key,
      {
        id: row.type_id,
        name: row.name,
        isCloze: Number(row.is_cloze) === 1,
        fields: JSON.parse(row.fields_json) as string[],
        templates: JSON.parse(row.templates_json) as NoteType["templates"],
        css: row.css,
      },
    ]),
  );
}

/** Begins the guid of the note of a word that came from no deck; the id of the word follows. */
const GUID_PREFIX = "wordloom-";

/** The guid with which a word of no deck leaves, and by which it is known when it comes again. */
export const guidOfWord = (wordId: string) => GUID_PREFIX + wordId;

/**
 * The ids of words whose notes have these guids: those with which they came, and those with which
 * they left. The words need not be there any more.
 */
export async function wordIdsByGuid(
  db: Database,
  userId: string,
  guids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (guids.length === 0) return new Map();
  const left = guids.flatMap((guid): [string, string][] =>
    guid.startsWith(GUID_PREFIX) ? [[guid, guid.slice(GUID_PREFIX.length)]] : [],
  );
  return new Map([...left, ...(await listWordsOfGuids(db, userId, guids))]);
}

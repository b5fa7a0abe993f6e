import { createHash } from "node:crypto";
import type { WordPublic } from "@wordloom/contract";
import { memoryFromJson } from "@wordloom/engine/stored";
import {
  WORDLOOM_CARDS,
  WORDLOOM_TYPE,
  wordloomFields,
  type DeckCard,
  type NoteType,
  type WrittenCard,
  type WrittenNote,
  type WrittenReview,
} from "@wordloom/imports";
import { guidOfWord, type KeptNote } from "../../library/deck-notes/deck-notes.service.ts";
import type { AnswerCount } from "../../progress/answers/answer-history.service.ts";
import type { RecordRow } from "../../progress/answers/answers.service.ts";
import type { SuspensionRow } from "../../progress/suspended-words/suspended-words.service.ts";
import type { WordStateRow } from "../../progress/word-states/word-states.service.ts";
import { DAY_MS } from "../../../platform/time/durations.ts";
import { deckDayOf, type DeckDays } from "./deck-days.ts";
import { mediaIdOf } from "../../library/media/media.service.ts";
import type { OutgoingFile } from "./outgoing-media.repo.ts";
import { noteReader, withEdits, type NoteReader } from "./edited-fields.ts";

/** All that an export knows of a word. */
export interface OutgoingWord {
  readonly word: WordPublic;
  /** When the word, or the learner's own version of it, was last changed. */
  readonly changedMs: number;
  readonly state: WordStateRow | undefined;
  readonly kept: KeptNote | undefined;
  readonly isFavorite: boolean;
  /** Undefined unless it is in force. */
  readonly suspension: SuspensionRow | undefined;
  readonly answered: readonly AnswerCount[];
  /** The name of its recording as a file; undefined if it has none here. */
  readonly sound: string | undefined;
  /** Those that its note names. */
  readonly files: readonly OutgoingFile[];
}

type Mode = AnswerCount["question_mode"];

/** A word as a note, its cards, and which of them a mode asks. */
export interface OutgoingNote {
  readonly note: WrittenNote;
  readonly cards: readonly WrittenCard[];
  /** What the deck said at its own reviews, by their ids. */
  readonly kept: KeptNote["reviews"];
  /** The card of an ordinal, else the first. */
  cardOf(ordinal: number): WrittenCard;
  cardFor(mode: Mode): WrittenCard;
}

interface NoteTerms {
  readonly days: DeckDays;
  /** Cards keep their dates and memory; else all of them are new. */
  readonly reviews: boolean;
  /** Words of no deck name their recordings. */
  readonly media: boolean;
  /** Of kept notes, by key. */
  readonly types: ReadonlyMap<string, NoteType>;
}

/** With which a card begins, permille. */
const EASE = 2_500;
const TYPE_ID_MIN = 1_000_000_000_000;

/**
 * Turns words into notes. Words from decks keep their note, cards and ids; cards that were answered
 * here get the dates that the engine gave them.
 */
export function createNoteMaker({ days, reviews, media, types }: NoteTerms) {
  const takenNotes = new Set<number>();
  const takenCards = new Set<number>();
  const takenGuids = new Set<string>();
  const used = new Map<string, NoteType>();
  const readers = new Map<string, NoteReader>();
  let position = 0;

  return {
    /** The note types of all notes so far. */
    types: () => [...used.values()],
    /** @param deckId  the deck for cards of the note */
    make(outgoing: OutgoingWord, deckId: number): OutgoingNote {
      position += 1;
      const type = outgoing.kept && types.get(outgoing.kept.typeKey);
      return outgoing.kept !== undefined && type !== undefined
        ? keptNote(outgoing, outgoing.kept, typeFor(outgoing.kept.typeKey, type), deckId)
        : ownNote(outgoing, deckId);
    },
  };

  /** Different types of one id get different ids. */
  function typeFor(key: string, type: NoteType): NoteType {
    const known = used.get(key);
    if (known !== undefined) return known;
    if (isOurs(type)) return ourType();
    const ids = new Set([WORDLOOM_TYPE.id, ...[...used.values()].map(({ id }) => id)]);
    const isFree = /^\d{1,16}$/.test(type.id) && !ids.has(type.id);
    const made = isFree ? type : { ...type, id: String(TYPE_ID_MIN + numberOf(key)) };
    used.set(key, made);
    return made;
  }

  function ourType(): NoteType {
    used.set(WORDLOOM_TYPE.id, WORDLOOM_TYPE);
    return WORDLOOM_TYPE;
  }

  function keptNote(
    outgoing: OutgoingWord,
    kept: KeptNote,
    type: NoteType,
    deckId: number,
  ): OutgoingNote {
    const id = take(takenNotes, kept.id);
    const reader = readerOf(kept, type);
    const fields = fieldsOf(outgoing, kept, { type, reader, media });
    const note: WrittenNote = {
      id,
      guid: takeGuid(kept.guid, outgoing.word.id),
      typeId: type.id,
      modifiedS: fields === kept.fields ? kept.modifiedS : Math.floor(outgoing.changedMs / 1000),
      tags: keptTags(kept, outgoing.isFavorite),
      fields,
    };
    const ordinals = cardsByMode(kept, reader);
    const here = new Set(
      outgoing.answered.flatMap((one) =>
        Number(one.is_here) === 1 ? [ordinals(one.question_mode)] : [],
      ),
    );
    const cards = kept.cards.map((card) => ({
      ...(here.has(card.ordinal) ? answered(outgoing) : asItWas(card)),
      ...place(card.id, id, deckId, card.ordinal),
      flag: card.flag,
      queue: queueOf(outgoing, kept, card),
    }));
    return {
      note,
      cards,
      kept: kept.reviews,
      cardOf: (ordinal) => cardOf(cards, ordinal),
      cardFor: (mode) => cardOf(cards, ordinals(mode)),
    };
  }

  function ownNote(outgoing: OutgoingWord, deckId: number): OutgoingNote {
    const { word } = outgoing;
    ourType();
    const createdMs = Date.parse(word.createdAt);
    const id = take(takenNotes, createdMs);
    const note: WrittenNote = {
      id,
      guid: takeGuid(guidOfWord(word.id), word.id),
      typeId: WORDLOOM_TYPE.id,
      modifiedS: Math.floor(outgoing.changedMs / 1000),
      tags: tagsOf(word.tags, outgoing.isFavorite),
      fields: wordloomFields(word, audioOf(outgoing, media)),
    };
    const isProduced = outgoing.answered.some((one) => isProduction(one.question_mode));
    const ordinals = isProduced ? Object.values(WORDLOOM_CARDS) : [WORDLOOM_CARDS.recognition];
    const cards = ordinals.map((ordinal) => ({
      ...answered(outgoing),
      ...place(createdMs, id, deckId, ordinal),
      flag: 0,
      queue: asideOf(outgoing) ?? "active",
    }));
    return {
      note,
      cards,
      kept: new Map(),
      cardOf: (ordinal) => cardOf(cards, ordinal),
      cardFor: (mode) =>
        cardOf(cards, WORDLOOM_CARDS[isProduction(mode) ? "production" : "recognition"]),
    };
  }

  function readerOf({ typeKey, fields }: KeptNote, type: NoteType): NoteReader {
    const reader = readers.get(typeKey) ?? noteReader(type, fields);
    readers.set(typeKey, reader);
    return reader;
  }

  /** Which card of a kept note a mode asks: that of its direction, else the first. */
  function cardsByMode(kept: KeptNote, { directions: found }: NoteReader): (mode: Mode) => number {
    const all = kept.cards.map(({ ordinal }) => ordinal);
    return (mode) =>
      all.find((ordinal) => found.get(ordinal) === mode) ??
      all.find((ordinal) => isProduction(found.get(ordinal) ?? null) === isProduction(mode)) ??
      all[0] ??
      0;
  }

  function place(cardId: number, noteId: number, deckId: number, ordinal: number) {
    return { id: take(takenCards, cardId), noteId, deckId, ordinal };
  }

  function newCard(at = position) {
    return {
      stage: "new" as const,
      due: at,
      interval: 0,
      ease: 0,
      counts: { repetitions: 0, lapses: 0 },
      memory: null,
      answeredS: null,
      position: at,
    };
  }

  /** The schedule with which a card came. */
  function asItWas(card: DeckCard) {
    const { stage, dueMs, interval, ease, repetitions, lapses, memory } = card;
    const at = card.position ?? position;
    const counts = { repetitions, lapses };
    if (!reviews) return newCard(at);
    // A card that began anew still knows how often it was answered before.
    if (stage === "new" || dueMs === null) return { ...newCard(at), counts };
    const isTimed = stage !== "review" && card.isDueByDay !== true;
    return {
      stage,
      interval,
      ease,
      memory,
      counts,
      answeredS: null,
      position: card.position,
      ...(card.isDueByDay === true && { isDueByDay: true }),
      // Dates of cards are four o'clock of their day, whatever the learner's day begins with.
      due: isTimed ? Math.floor(dueMs / 1000) : deckDayOf(days, dueMs, 0),
    };
  }

  /** The schedule of the engine. */
  function answered({ state }: OutgoingWord) {
    const lastMs = state?.last_answer_at_ms ?? null;
    if (!reviews || state === undefined || lastMs === null) return newCard();
    const trace = state.memory_json === null ? null : memoryFromJson(state.memory_json).trace;
    const stabilityDays = trace?.stability ?? state.stability_days;
    const dueMs = state.next_review_at_ms ?? lastMs + Math.max(1, stabilityDays) * DAY_MS;
    return {
      stage: "review" as const,
      due: deckDayOf(days, dueMs),
      interval: Math.max(1, Math.round((dueMs - lastMs) / DAY_MS)),
      ease: EASE,
      counts: null,
      memory:
        trace === null
          ? null
          : { stability: Math.max(0.001, trace.stability), difficulty: trace.difficulty },
      answeredS: Math.floor(lastMs / 1000),
      position: null,
    };
  }

  function takeGuid(guid: string, wordId: string): string {
    const free = takenGuids.has(guid) ? guidOfWord(wordId) : guid;
    takenGuids.add(free);
    return free;
  }
}

/** Anki plays an address, and a file that the deck has. */
function audioOf({ word, sound }: OutgoingWord, media: boolean): string {
  if (!media) return "";
  return sound ?? (word.audioUrl?.startsWith("https://") === true ? word.audioUrl : "");
}

/** The files that the note of a word names: ids by name. */
export function filesOf({ word, kept, sound, files }: OutgoingWord): [string, string][] {
  const named = files.map(({ name, mediaId }): [string, string] => [name, mediaId]);
  const id = mediaIdOf(word.audioUrl ?? "");
  return sound === undefined || id === undefined || (kept !== undefined && files.length > 0)
    ? named
    : [...named, [sound, id]];
}

/** A word of the learner's own that was changed after its note says so in the note. */
function fieldsOf(
  outgoing: OutgoingWord,
  { fields, modifiedS }: KeptNote,
  by: { readonly type: NoteType; readonly reader: NoteReader; readonly media: boolean },
): readonly string[] {
  const { type, reader, media } = by;
  const { word, changedMs } = outgoing;
  if (word.ownerId === null || changedMs <= modifiedS * 1000) return fields;
  return type === WORDLOOM_TYPE
    ? wordloomFields(word, audioOf(outgoing, media))
    : withEdits(fields, type, reader, word);
}

/** Another service wrote the note, or this one for another account. */
function isOurs({ id, fields }: NoteType): boolean {
  return id === WORDLOOM_TYPE.id && fields.join("\n") === WORDLOOM_TYPE.fields.join("\n");
}

/** The first number from this one on that is not taken. */
function take(taken: Set<number>, wanted: number): number {
  let id = wanted;
  while (taken.has(id)) id += 1;
  taken.add(id);
  return id;
}

function cardOf(cards: readonly WrittenCard[], ordinal: number): WrittenCard {
  const [first] = cards;
  if (first === undefined) throw new Error("a note without a card");
  return cards.find((card) => card.ordinal === ordinal) ?? first;
}

const isProduction = (mode: Mode) => mode === "meaning-to-word" || mode === "meaning-to-spelling";

/** Words that were marked as known are not asked any more. */
function asideOf({ suspension, state }: OutgoingWord): WrittenCard["queue"] | undefined {
  if (suspension?.reason === "buried") return "buried";
  const isKnown = state?.state === "mastered" && state.next_review_at_ms === null;
  return suspension !== undefined || isKnown ? "suspended" : undefined;
}

/** Cards stay as they came unless the learner has put the word aside, or brought it back. */
function queueOf(outgoing: OutgoingWord, kept: KeptNote, card: DeckCard): WrittenCard["queue"] {
  const aside = asideOf(outgoing);
  if (aside === "suspended" || card.queue === "suspended")
    return aside === undefined && kept.cards.every(({ queue }) => queue !== "active")
      ? "active"
      : "suspended";
  return aside ?? (kept.cards.some(({ queue }) => queue === "active") ? card.queue : "active");
}

const MARKED = "marked";

function keptTags({ tags, cards }: KeptNote, isFavorite: boolean): string[] {
  const rest = tags.filter((tag) => tag.toLowerCase() !== MARKED);
  const isMarked = isFavorite && (rest.length < tags.length || cards.every(({ flag }) => !flag));
  return isMarked ? [...new Set([...tags, ...(rest.length < tags.length ? [] : [MARKED])])] : rest;
}

/** Tags of decks have no blanks. */
function tagsOf(tags: readonly string[], isFavorite: boolean): string[] {
  const plain = tags.map((tag) => tag.trim().replace(/\s+/gu, "_")).filter((tag) => tag !== "");
  return [...new Set([...plain, ...(isFavorite ? [MARKED] : [])])];
}

/** A number below 2^40 that always follows from a text. */
export function numberOf(text: string): number {
  return createHash("sha256").update(text).digest().readUIntBE(0, 5);
}

/** Begins the client's id of a record that an import made of a review; its id follows. */
const FROM_DECK = /^anki:(\d{1,16})$/;

const AGAIN = 1;
const HARD = 2;
const GOOD = 3;

/** An answer as a review of the card that asked it. Answers from decks keep their ids. */
export function toReview(record: RecordRow, note: OutgoingNote): WrittenReview {
  const [, text] = FROM_DECK.exec(record.client_record_id ?? "") ?? [];
  const id = text === undefined ? Number(record.created_at_ms) : Number(text);
  const kept = text === undefined ? undefined : note.kept.get(id);
  const card = kept === undefined ? note.cardFor(record.question_mode) : note.cardOf(kept.ordinal);
  return {
    id,
    cardId: card.id,
    rating: ratingOf(record),
    kind: kept?.kind ?? (record.record_type === "learning" ? "learning" : "review"),
    timeMs: Math.max(0, Math.round(record.response_time_ms)),
    schedule: kept ?? null,
  };
}

/** A wrong answer is always "again"; a right one is as easy as the learner said. */
function ratingOf({ is_correct, self_rating }: RecordRow): number {
  if (Number(is_correct) !== 1) return AGAIN;
  return self_rating === null ? GOOD : Math.max(HARD, Number(self_rating) + 1);
}

import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import type { Wordbook } from "@wordloom/contract";
import type { WrittenCollection, WrittenPart } from "@wordloom/imports";
import type { Deps } from "../../../deps.ts";
import { AppError, refuse } from "../../../platform/basics/app-error.ts";
import { createBoundedQueue } from "../../../platform/basics/bounded-queue.ts";
import type { Learner } from "../../../platform/identity/actor.ts";
import { perApp } from "../../../platform/memory/per-app.ts";
import { learnerDay } from "../../accounts/preferences/preferences.service.ts";
import { keptNoteTypes } from "../../library/deck-notes/deck-notes.service.ts";
import { attachment } from "../../library/word-lists/book-export.service.ts";
import { showMedia } from "../../library/media/media.service.ts";
import {
  findWordbooks,
  listOwnBooks,
  readBook,
} from "../../library/wordbooks/wordbooks.service.ts";
import { recordPagesOf } from "../../progress/answers/answer-history.service.ts";
import type { RecordRow } from "../../progress/answers/answers.service.ts";
import { readStudyConfig } from "../../study/study-config/study-config.service.ts";
import { firstDayOf } from "./deck-days.ts";
import { writeDeckAside, type DeckFile } from "./deck-writing.service.ts";
import {
  createNoteMaker,
  filesOf,
  numberOf,
  toReview,
  type OutgoingNote,
} from "./outgoing-notes.service.ts";
import { otherWords, wordsOfBook } from "./outgoing-words.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "settings">;

/** What a deck is to hold. */
export interface DeckWish {
  /** Undefined: the learner's own and selected books, and all other words of theirs. */
  readonly bookIds: readonly string[] | undefined;
  /** Dates, memory and all answers; else all cards are new. */
  readonly reviews: boolean;
  readonly media: boolean;
}

/** How many exports wait for the one that is written. */
const WAITING_MAX = 7;
/** Exports write one after another: each needs a thread, memory and room on the disk. */
const queues = perApp((_: Pick<Deps, "database">) => createBoundedQueue(1, WAITING_MAX));
const RETRY_AFTER_SECS = 30;

/** What readers of archives take, less the deck itself. */
const FILES_MAX = 19_000;

/** The deck of words that are in none of the books. */
const OTHER_WORDS = "Wordloom";
/** Every collection has it. */
const DEFAULT_DECK = { id: 1, name: "default" } as const;
/** Of identifiers of decks that do not stand for a time. */
const DECK_ID_MIN = 1_000_000_000_000;

/**
 * Books as decks in one file.
 *
 * @param signal  ends the work
 * @throws AppError NOT_FOUND, FORBIDDEN; UNAVAILABLE while too many exports wait
 */
export async function exportDeck(
  needs: Needs,
  learner: Learner,
  wish: DeckWish,
  { signal }: { readonly signal: AbortSignal },
): Promise<{ body: Readable; headers: Record<string, string> }> {
  const books = await booksOf(needs, learner, wish.bookIds);
  const { date } = await learnerDay(needs, learner.id);
  const writing = queues(needs).run(() => writeDeck(needs, learner, { ...wish, books }, signal));
  if (writing === undefined) refuse("UNAVAILABLE", undefined, { retryAfterSecs: RETRY_AFTER_SECS });
  const file = await writing;
  const body = createReadStream(file.path);
  body.once("close", () => void file.remove());
  const [only] = wish.bookIds ?? [];
  const title = (books.length === 1 && only !== undefined && books[0]?.name) || OTHER_WORDS;
  const headers = {
    "content-type": "application/vnd.anki",
    "content-disposition": attachment(`${title}-${date.replaceAll("-", "")}.apkg`),
    "content-length": String(file.size),
  };
  return { body, headers };
}

async function booksOf(
  needs: Needs,
  learner: Learner,
  ids: readonly string[] | undefined,
): Promise<Wordbook[]> {
  const { database } = needs;
  if (ids !== undefined) {
    const books: Wordbook[] = [];
    for (const id of new Set(ids)) books.push(await readBook(database, learner, id));
    return books;
  }
  const { selectedWordbookIds } = await readStudyConfig(needs, learner.id);
  const selected = await findWordbooks(database, selectedWordbookIds);
  const system = selected.filter(({ type }) => type === "system");
  return [...(await listOwnBooks(database, learner)), ...system];
}

async function writeDeck(
  needs: Needs,
  learner: Learner,
  wish: DeckWish & { readonly books: readonly Wordbook[] },
  signal: AbortSignal,
): Promise<DeckFile> {
  const { database, clock } = needs;
  const { id: userId } = learner;
  const { rules: days } = await learnerDay(needs, userId);
  const types = await keptNoteTypes(database, userId);
  const maker = createNoteMaker({ days, ...wish, types });
  const decks = decksOf(wish);
  return writeDeckAside(signal, async (give): Promise<WrittenCollection> => {
    const seen = new Set<string>();
    const used = new Set<number>();
    const files = new Map<string, string>();
    for (const { id, bookId } of decks) {
      const words =
        bookId === undefined
          ? otherWords(needs, userId, seen)
          : wordsOfBook(needs, userId, bookId, seen);
      if (bookId !== undefined) used.add(id);
      for await (const page of words) {
        used.add(id);
        const notes = new Map(page.map((word) => [word.word.id, maker.make(word, id)]));
        for (const [name, mediaId] of wish.media ? page.flatMap(filesOf) : [])
          files.set(name, mediaId);
        await give({ part: partOf([...notes.values()]) });
        if (!wish.reviews) continue;
        for await (const records of recordPagesOf(database, userId, [...notes.keys()]))
          await give({ part: reviewsOf(records, notes) });
      }
    }
    for (const [name, id] of [...files].slice(0, FILES_MAX)) {
      const bytes = await bytesOf(needs, learner, id);
      if (bytes !== undefined) await give({ file: { name, bytes } });
    }
    return {
      ...firstDayOf(days),
      nowMs: clock.nowMs(),
      decks: decks.filter(({ id }) => used.has(id)),
      noteTypes: maker.types(),
    };
  });
}

/** Undefined for a file that was removed just now. */
async function bytesOf(needs: Needs, learner: Learner, id: string): Promise<Buffer | undefined> {
  try {
    return await (await showMedia(needs, learner, id)).bytes();
  } catch (error) {
    if (error instanceof AppError && error.code === "NOT_FOUND") return undefined;
    throw error;
  }
}

function reviewsOf(
  records: readonly RecordRow[],
  notes: ReadonlyMap<string, OutgoingNote>,
): WrittenPart {
  const reviews = records.flatMap((record) => {
    const note = notes.get(record.word_id);
    return note === undefined ? [] : toReview(record, note);
  });
  return { notes: [], cards: [], reviews };
}

function partOf(notes: readonly OutgoingNote[]): WrittenPart {
  return {
    notes: notes.map(({ note }) => note),
    cards: notes.flatMap(({ cards }) => cards),
    reviews: [],
  };
}

interface OutgoingDeck {
  readonly id: number;
  readonly name: string;
  /** Undefined for words in none of the books. */
  readonly bookId: string | undefined;
}

/** A deck for each book, and without a choice of books one for all other words. */
function decksOf(wish: DeckWish & { readonly books: readonly Wordbook[] }): OutgoingDeck[] {
  const names = new Set<string>();
  const named = (wanted: string) => {
    const plain = wanted.trim() || OTHER_WORDS;
    let name = plain;
    // Names of decks differ by more than capitals.
    for (let count = 2; names.has(name.toLowerCase()); count += 1) name = `${plain} ${count}`;
    names.add(name.toLowerCase());
    return name;
  };
  const books: readonly { id: string | undefined; name: string }[] =
    wish.bookIds === undefined ? [...wish.books, { id: undefined, name: OTHER_WORDS }] : wish.books;
  return books.map((book) => {
    const name = named(book.name);
    const isDefault = name.toLowerCase() === DEFAULT_DECK.name;
    const id = isDefault ? DEFAULT_DECK.id : DECK_ID_MIN + numberOf(book.id ?? OTHER_WORDS);
    return { id, name, bookId: book.id };
  });
}

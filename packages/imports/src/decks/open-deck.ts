import { UnreadableError } from "../files/unreadable.ts";
import { sourceOfFile, type ByteSource } from "../files/byte-source.ts";
import { isZip, openZip } from "../files/zip.ts";
import { numberOf, openDatabase, textOf, type ForeignDatabase } from "../sqlite/open-database.ts";
import { readCards, type DeckCard } from "./cards.ts";
import { isCollection, readCollection, type Collection } from "./collection.ts";
import { isDeckArchive, unpackDeck, type DeckMedia } from "./deck-archive.ts";
import { createDeckProblems, type DeckProblems } from "./deck-problems.ts";
import type { RawNote } from "./note-words.ts";
import { readReviewLog, type ReviewLog } from "./review-log.ts";

/** A deck of Anki, or a whole collection. */
export interface Deck {
  readonly kind: "apkg" | "colpkg";
  readonly collection: Collection;
  /** By note id, in the order of their ordinals. */
  readonly cards: ReadonlyMap<number, readonly DeckCard[]>;
  readonly reviews: ReviewLog;
  readonly media: DeckMedia;
  /** Cards and reviews that cannot be used. */
  readonly problems: Pick<DeckProblems, "count" | "first">;
  /** The notes in the order of their ids; each call reads them again. */
  notes(): Generator<RawNote>;
  close(): void;
}

const NOTES_MAX = 200_000;
/** The fields of a note together, UTF-16 units. */
const FIELDS_MAX = 1_000_000;
const NO_MEDIA: DeckMedia = {
  files: new Map(),
  bytes: (name) => Promise.reject(new UnreadableError("The deck lacks this file.", name)),
};

/**
 * Opens a deck of any version: an archive, or the collection itself.
 *
 * @param source  a private copy of the file, with its path; closed by the caller after the deck
 * @param scratch  where the collection is unpacked to: a path in a private folder, not used yet
 * @param nowMs  later reviews cannot be true, ms since 1970
 * @returns undefined for other files
 * @throws UnreadableError
 */
export async function openDeck(
  source: ByteSource,
  name: string,
  scratch: string,
  nowMs: number,
): Promise<Deck | undefined> {
  if (isZip(source)) {
    const archive = openZip(source);
    if (!isDeckArchive(archive)) return undefined;
    const media = await unpackDeck(archive, scratch);
    const unpacked = sourceOfFile(scratch);
    try {
      const database = openDatabase(unpacked);
      return collectionDeck(database, unpacked, {
        kind: /\.colpkg$/i.test(name) ? "colpkg" : "apkg",
        media,
        nowMs,
      });
    } catch (fault) {
      unpacked.close();
      throw fault;
    }
  }
  if (!isDatabase(source)) return undefined;
  const database = openDatabase(source);
  if (isCollection(database))
    return collectionDeck(database, undefined, { kind: "colpkg", media: NO_MEDIA, nowMs });
  database.close();
  return undefined;
}

function isDatabase(source: ByteSource): boolean {
  return new TextDecoder("latin1").decode(source.read(0, 16)) === "SQLite format 3\0";
}

/** @param unpacked  the collection's file, if it was unpacked from an archive */
function collectionDeck(
  database: ForeignDatabase,
  unpacked: ByteSource | undefined,
  { kind, media, nowMs }: Pick<Deck, "kind" | "media"> & { readonly nowMs: number },
): Deck {
  try {
    if (!isCollection(database))
      throw new UnreadableError(
        "The collection lacks one of the tables col, notes, cards, revlog.",
      );
    const collection = readCollection(database);
    const problems = createDeckProblems();
    const cards = readCards(database, collection, problems);
    const terms = { scheduler: collection.scheduler, nowMs };
    const byNote = Map.groupBy(cards, ({ noteId }) => noteId);
    for (const list of byNote.values()) list.sort((a, b) => a.ordinal - b.ordinal);
    return {
      kind,
      collection,
      cards: byNote,
      reviews: readReviewLog(database, cards, terms, problems),
      media,
      problems,
      notes: () => notesOf(database),
      close() {
        database.close();
        unpacked?.close();
      },
    };
  } catch (fault) {
    database.close();
    throw fault;
  }
}

const COLUMNS = ["id", "guid", "mid", "mod", "tags", "flds"] as const;

function* notesOf(database: ForeignDatabase): Generator<RawNote> {
  let place = 0;
  for (const [id, guid, type, modified, tags, fields] of database.scan(
    "notes",
    COLUMNS,
    NOTES_MAX,
  )) {
    place += 1;
    const isLong = typeof fields === "string" && fields.length > FIELDS_MAX;
    yield {
      place,
      id: numberOf(id),
      guid: textOf(guid).slice(0, 200),
      typeId: textOf(type),
      modifiedS: numberOf(modified) || 0,
      tags: textOf(tags).split(/\s+/).filter(Boolean),
      fields: isLong ? [] : textOf(fields).split("\x1f"),
    };
  }
}

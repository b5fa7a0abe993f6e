import { Readable } from "node:stream";
import type { Wordbook, WordPublic } from "@wordloom/contract";
import { csvHead, csvRow } from "@wordloom/contract/csv";
import { joinOwnList, OWN_COLUMNS } from "@wordloom/imports/own-columns";
import type { Deps } from "../../../deps.ts";
import type { Database } from "../../../platform/database/tables.ts";
import type { Admin, Learner } from "../../../platform/identity/actor.ts";
import { localDay } from "../../../platform/time/local-day.ts";
import { findImportedVersion } from "../library-imports/import-records.service.ts";
import {
  findBookTags,
  listPlacesAfter,
  readBook,
  type BookPlace,
} from "../wordbooks/wordbooks.service.ts";
import { readerOf, type WordReader } from "../words/seen-words.ts";
import { listWordsById } from "../words/words.service.ts";

/** Words read at a time. */
const PAGE_SIZE = 200;

/** Maximum number of exported entries. The export of a larger book is marked as truncated. */
const WORDS_MAX = 100_000;

/** Buffered for a slow reader, in addition to one page. */
const BUFFERED_BYTES = 64 * 1024;

const BEFORE_FIRST: BookPlace = { position: -1, wordId: "" };

/** A book with the data that only a wordbook center provides. */
interface ExportedBook extends Wordbook {
  readonly tags: readonly string[];
  /** Empty unless the book was imported. */
  readonly version: string;
}

/** How to write one kind of file. */
interface Format {
  readonly type: string;
  /** Before the first line. */
  header(book: ExportedBook): string;
  line(word: WordPublic): string;
  /** Between two lines, and after the last one. */
  readonly between: string;
  readonly end: string;
}

export type BookFileFormat = "json" | "csv" | "txt";

const FORMATS: Readonly<Record<BookFileFormat, Format>> = {
  // The format of a wordbook center, and the fields it lacks. A word's meanings are one text.
  json: {
    type: "application/json",
    header: ({ id, name, description, wordCount, tags, version }) => {
      const more = { coverImage: null, tags, version, author: "", downloadCount: 0 };
      const head = JSON.stringify({ id, name, description, wordCount, ...more });
      return `${head.slice(0, -1)},"words":[\n`;
    },
    line: ({ text, meaning, pronunciation, examples, audioUrl, ...word }) =>
      JSON.stringify({
        spelling: text,
        phonetic: pronunciation,
        meanings: meaning === "" ? [] : [meaning],
        examples,
        audioUrl,
        language: word.language,
        meaningLanguage: word.meaningLanguage,
        reading: word.reading,
        partOfSpeech: word.partOfSpeech,
        difficulty: word.difficulty,
        exampleMeanings: word.exampleMeanings,
        tags: word.tags,
      }),
    between: ",\n",
    end: "\n]}\n",
  },
  csv: {
    type: "text/csv; charset=utf-8",
    header: () => csvHead(OWN_COLUMNS),
    line: (word) =>
      csvRow(
        OWN_COLUMNS.map((column) => {
          const value = word[column];
          return typeof value === "object" ? joinOwnList(value ?? []) : String(value);
        }),
      ),
    between: "",
    end: "",
  },
  txt: {
    type: "text/plain; charset=utf-8",
    header: () => "",
    line: ({ text, meaning }) => `${plainField(text)}\t${plainField(meaning)}\n`,
    between: "",
    end: "",
  },
};

/**
 * The words of a book that the reader may read, as a file in the order of the book. Reads only as
 * fast as the file is sent.
 *
 * @throws AppError NOT_FOUND, FORBIDDEN
 */
export async function exportBook(
  needs: Pick<Deps, "clock" | "database">,
  reader: Learner | Admin,
  bookId: string,
  format: BookFileFormat,
): Promise<{ body: Readable; headers: Record<string, string> }> {
  const book = await readBook(needs.database, reader, bookId);
  const day = localDay(needs.clock.nowMs(), "UTC").replaceAll("-", "");
  const headers = {
    "content-type": FORMATS[format].type,
    "content-disposition": attachment(`${book.name}-${day}.${format}`),
    ...(book.wordCount > WORDS_MAX && { "x-truncated": "true" }),
  };
  const pages = textOfPages(needs.database, readerOf(reader), book, FORMATS[format]);
  const body = Readable.from(pages, { objectMode: false, highWaterMark: BUFFERED_BYTES });
  return { body, headers };
}

async function* textOfPages(
  db: Database,
  reader: WordReader,
  book: Wordbook,
  { header, line, between, end }: Format,
): AsyncGenerator<string> {
  const tags = (await findBookTags(db, book.id)) ?? [];
  const version = (await findImportedVersion(db, book.id)) ?? "";
  let before = header({ ...book, tags, version });
  let after = BEFORE_FIRST;
  for (let read = 0; read < WORDS_MAX; read += PAGE_SIZE) {
    const places = await listPlacesAfter(db, book.id, after, PAGE_SIZE);
    const ids = places.map(({ wordId }) => wordId);
    const lines = (await listWordsById(db, reader, ids)).map(line);
    if (lines.length > 0) {
      yield before + lines.join(between);
      before = between;
    }
    const last = places.at(-1);
    if (last === undefined || places.length < PAGE_SIZE) break;
    after = last;
  }
  const isEmpty = before !== between;
  yield (isEmpty ? before : "") + end;
}

/** A field that `wordLines` reads back unchanged: on one line, quoted if necessary. */
function plainField(text: string): string {
  const folded = text.trim().replace(/\s+/g, " ");
  return /^["#\uFEFF]/.test(folded) ? `"${folded.replaceAll('"', '""')}"` : folded;
}

/**
 * The header for a download with this name. Browsers use the second form, other programs the first.
 *
 * Source: RFC 6266, section 4.3.
 */
export function attachment(name: string): string {
  const safe = name.replace(/[\\/:*?"<>|\p{Cc}]/gu, "_");
  const ascii = safe.replace(/[^\x20-\x7e]/g, "_").replaceAll("%", "_");
  const encoded = encodeURIComponent(safe).replace(/['()*]/g, hexOf);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

function hexOf(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

import type { SQLOutputValue } from "node:sqlite";
import type { ByteSource } from "../files/byte-source.ts";
import { unknownFormat } from "../files/unreadable.ts";
import type { Row } from "../row.ts";
import type { Table } from "../table.ts";
import { openDatabase, textOf, type ForeignDatabase } from "./open-database.ts";

/** More words are no list of look-ups. */
const WORDS_MAX = 1_000_000;
/** Sentences kept for a word. */
const SENTENCES_MAX = 3;

const HEADER = ["text", "examples", "language", "lookedUp"] as const;

/**
 * Opens the word list of a Kindle (`vocab.db`) or of KOReader (`vocabulary_builder.sqlite3`).
 *
 * @param source  a private copy of the file, with its path
 * @throws UnreadableError for other databases
 */
export function openVocabulary(source: ByteSource): Table {
  const database = openDatabase(source);
  try {
    const { kind, read } = readerFor(database);
    // Look-ups are few; the file can be closed once they are read.
    const rows = [...read(database)];
    return {
      kind,
      encoding: null,
      separator: null,
      hasHeader: true,
      header: HEADER,
      roles: { 0: "text", 1: "examples", 2: "language", 3: "ignore" },
      sheets: [],
      rules: { html: "never" },
      rows: () => rows,
    };
  } finally {
    database.close();
  }
}

interface Reader {
  readonly kind: "kindle" | "koreader";
  read(database: ForeignDatabase): Generator<Row>;
}

function readerFor(database: ForeignDatabase): Reader {
  const { tables } = database;
  if (tables.has("words") && tables.has("lookups")) return { kind: "kindle", read: kindleRows };
  if (tables.has("vocabulary")) return { kind: "koreader", read: koreaderRows };
  throw unknownFormat(
    "The database is neither a Kindle's vocab.db nor KOReader's vocabulary builder.",
  );
}

/** The base form where the Kindle knows one, with the sentences in which it was looked up. */
function* kindleRows(database: ForeignDatabase): Generator<Row> {
  requireColumns(database, "words", ["id", "word", "stem", "lang", "timestamp"]);
  requireColumns(database, "lookups", ["word_key", "usage"]);
  const sentences = new Map<string, string[]>();
  for (const [word, usage] of inOrder(database, "lookups", ["word_key", "usage", "timestamp"], 2)) {
    const key = textOf(word);
    const known = sentences.get(key) ?? [];
    const sentence = textOf(usage).trim();
    if (sentence === "" || known.includes(sentence) || known.length >= SENTENCES_MAX) continue;
    sentences.set(key, [...known, sentence]);
  }
  const columns = ["id", "word", "stem", "lang", "timestamp"];
  let number = 0;
  for (const [id, word, stem, language, time] of inOrder(database, "words", columns, 4)) {
    const text = textOf(stem).trim() || textOf(word).trim();
    const examples = sentences.get(textOf(id)) ?? [];
    const cells = [text, examples.join("\n"), textOf(language), textOf(time)];
    yield { where: `word ${(number += 1)}`, cells };
  }
}

const CONTEXT = ["highlight", "title_id", "prev_context", "next_context"] as const;

function* koreaderRows(database: ForeignDatabase): Generator<Row> {
  requireColumns(database, "vocabulary", ["word", "create_time"]);
  const names = new Map<string, string>();
  if (database.tables.has("title"))
    for (const [id, name] of database.scan("title", ["id", "name"], WORDS_MAX))
      names.set(textOf(id), textOf(name));
  const columns = ["word", "create_time", ...CONTEXT];
  let number = 0;
  for (const [text, time, highlight, title, prev, next] of inOrder(
    database,
    "vocabulary",
    columns,
    1,
  )) {
    const word = textOf(text).trim();
    const shown = textOf(highlight) || word;
    const [before, after] = [textOf(prev), textOf(next)];
    const sentence = before === "" && after === "" ? "" : oneLine(`${before}${shown}${after}`);
    const group = names.get(textOf(title));
    yield {
      where: `word ${(number += 1)}`,
      cells: [word, sentence, "", textOf(time)],
      ...(group !== undefined && group !== "" && { group }),
    };
  }
}

/** The rows of a table by a column that holds times, then by their first column. */
function inOrder(
  database: ForeignDatabase,
  table: string,
  columns: readonly string[],
  time: number,
): SQLOutputValue[][] {
  const rows = [...database.scan(table, columns, WORDS_MAX)];
  return rows.sort(
    (a, b) =>
      Number(textOf(a[time])) - Number(textOf(b[time])) || (textOf(a[0]) < textOf(b[0]) ? -1 : 1),
  );
}

const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();

function requireColumns(database: ForeignDatabase, table: string, names: readonly string[]): void {
  const known = database.columns(table);
  const missing = names.filter((name) => !known.has(name));
  if (missing.length > 0)
    throw unknownFormat(`The table ${table} lacks the columns ${missing.join(", ")}.`);
}

import { UnreadableError } from "../files/unreadable.ts";
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
 * @param path  a private copy of the file
 * @throws UnreadableError for other databases
 */
export function openVocabulary(path: string): Table {
  const database = openDatabase(path);
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
  throw new UnreadableError(
    "The database is neither a Kindle's vocab.db nor KOReader's vocabulary builder.",
  );
}

/** The base form where the Kindle knows one, with the sentences in which it was looked up. */
function* kindleRows(database: ForeignDatabase): Generator<Row> {
  requireColumns(database, "words", ["id", "word", "stem", "lang", "timestamp"]);
  requireColumns(database, "lookups", ["word_key", "usage"]);
  const sentences = new Map<string, string[]>();
  for (const row of database.rows(
    `select word_key, usage from lookups order by timestamp limit ${WORDS_MAX}`,
  )) {
    const key = textOf(row["word_key"]);
    const known = sentences.get(key) ?? [];
    const sentence = textOf(row["usage"]).trim();
    if (sentence === "" || known.includes(sentence) || known.length >= SENTENCES_MAX) continue;
    sentences.set(key, [...known, sentence]);
  }
  let number = 0;
  for (const row of database.rows(
    `select id, word, stem, lang, timestamp from words order by timestamp, id limit ${WORDS_MAX}`,
  )) {
    const text = textOf(row["stem"]).trim() || textOf(row["word"]).trim();
    const examples = sentences.get(textOf(row["id"])) ?? [];
    const cells = [text, examples.join("\n"), textOf(row["lang"]), textOf(row["timestamp"])];
    yield { where: `word ${(number += 1)}`, cells };
  }
}

function* koreaderRows(database: ForeignDatabase): Generator<Row> {
  requireColumns(database, "vocabulary", ["word", "create_time"]);
  const has = database.columns("vocabulary");
  const hasContext = has.has("prev_context") && has.has("next_context");
  const hasTitles = database.tables.has("title") && has.has("title_id");
  const context = hasContext
    ? "v.prev_context, v.next_context"
    : "null as prev_context, null as next_context";
  const titles = hasTitles
    ? "select t.id, t.name from title t limit 10000"
    : "select null as id, null as name from vocabulary limit 0";
  const names = new Map<string, string>();
  for (const row of database.rows(titles)) names.set(textOf(row["id"]), textOf(row["name"]));
  const title = hasTitles ? "v.title_id" : "null as title_id";
  const highlight = has.has("highlight") ? "v.highlight" : "null as highlight";
  let number = 0;
  for (const row of database.rows(
    `select v.word, v.create_time, ${title}, ${highlight}, ${context}
     from vocabulary v order by v.create_time, v.word limit ${WORDS_MAX}`,
  )) {
    const word = textOf(row["word"]).trim();
    const shown = textOf(row["highlight"]) || word;
    const [before, after] = [textOf(row["prev_context"]), textOf(row["next_context"])];
    const sentence = before === "" && after === "" ? "" : oneLine(`${before}${shown}${after}`);
    const group = names.get(textOf(row["title_id"]));
    yield {
      where: `word ${(number += 1)}`,
      cells: [word, sentence, "", textOf(row["create_time"])],
      ...(group !== undefined && group !== "" && { group }),
    };
  }
}

const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();

function requireColumns(database: ForeignDatabase, table: string, names: readonly string[]): void {
  const known = database.columns(table);
  if (known.size === 0) return;
  const missing = names.filter((name) => !known.has(name));
  if (missing.length > 0)
    throw new UnreadableError(`The table ${table} lacks the columns ${missing.join(", ")}.`);
}

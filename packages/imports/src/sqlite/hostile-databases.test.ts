import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, describe, expect, test } from "vitest";
import { sourceOfFile } from "../files/byte-source.ts";
import { openDatabase } from "./open-database.ts";

const folder = mkdtempSync(join(tmpdir(), "wordloom-databases-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const PAGE = 4096;
let files = 0;

/** A database whose table `words` fills many pages, changed as a whole. */
function databaseOf(statements: readonly string[], change: (bytes: Buffer) => void = () => {}) {
  const path = join(folder, `file-${(files += 1)}`);
  const database = new DatabaseSync(path);
  for (const statement of statements) database.exec(statement);
  database.close();
  const bytes = readFileSync(path);
  change(bytes);
  writeFileSync(path, bytes);
  return path;
}

const MANY =
  "insert into words with recursive n(v) as " +
  "(select 1 union all select v + 1 from n where v < 9e3) select v, hex(zeroblob(20)) from n";
const WORDS = ["create table words (id integer primary key, word text)", MANY];

function rowsOf(path: string, most = 100_000): number {
  const source = sourceOfFile(path);
  try {
    const database = openDatabase(source);
    try {
      return [...database.scan("words", ["id", "word"], most)].length;
    } finally {
      database.close();
    }
  } finally {
    source.close();
  }
}

/** The page on which the table begins; an inner one. */
const ROOT = 2;

/** Lets all entries of an inner page lead to the same page. */
function leadTo(bytes: Buffer, page: number, child: number, header = 0): void {
  const start = (page - 1) * PAGE;
  bytes.writeUInt32BE(child, start + header + 8);
  const cells = bytes.readUInt16BE(start + header + 3);
  for (let cell = 0; cell < cells; cell += 1) {
    const place = bytes.readUInt16BE(start + header + 12 + cell * 2);
    bytes.writeUInt32BE(child, start + place);
  }
}

describe("a hostile database", () => {
  test("with plain pages is read", () => {
    expect(rowsOf(databaseOf(WORDS))).toBe(9000);
  });

  test("that repeats a page without end is refused before it is read", () => {
    const path = databaseOf(WORDS, (bytes) => leadTo(bytes, ROOT, 3));
    expect(() => rowsOf(path)).toThrow(/uses page 3 twice/);
  });

  test("whose pages lead back to the first is refused", () => {
    const path = databaseOf(WORDS, (bytes) => leadTo(bytes, ROOT, ROOT));
    expect(() => rowsOf(path)).toThrow(/uses page 2 twice/);
  });

  test("whose list of tables repeats itself is refused before SQLite reads it", () => {
    const many = Array.from({ length: 200 }, (_, at) => `create table t${at} (a, b, c, d, e, f)`);
    const path = databaseOf(many, (bytes) => leadTo(bytes, 1, 3, 100));
    expect(() => rowsOf(path)).toThrow(/page 3 twice/);
  });

  test("whose pages lie beyond its end is refused", () => {
    const path = databaseOf(WORDS, (bytes) => {
      bytes.writeUInt32BE(0xffffff, (ROOT - 1) * PAGE + 8);
    });
    expect(() => rowsOf(path)).toThrow(/damaged on page 16777215/);
  });

  test("with more rows than asked for is refused", () => {
    expect(() => rowsOf(databaseOf(WORDS), 8999)).toThrow(/words has more than 8999 rows/);
  });

  test("with a huge row is refused in bounded memory", () => {
    const path = databaseOf([
      "create table words (id integer primary key, word text)",
      "insert into words values (1, zeroblob(40000000))",
    ]);
    expect(() => rowsOf(path)).toThrow(/too big/);
  });

  test("that was written with a log of its own is read", () => {
    expect(rowsOf(databaseOf(["pragma journal_mode = wal", ...WORDS]))).toBe(9000);
  });
});

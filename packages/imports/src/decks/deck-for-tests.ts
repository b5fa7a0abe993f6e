import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { zstdCompressSync } from "node:zlib";
import { zipOf, type TestEntry } from "../zip-for-tests.ts";

/** A deck for tests; what is left out is as in an ordinary one. */
export interface TestDeck {
  readonly types?: readonly TestType[];
  readonly decks?: readonly { readonly id: number; readonly name: string; readonly dyn?: 1 }[];
  readonly notes?: readonly TestNote[];
  readonly cards?: readonly TestCard[];
  /** id, cid, ease, ivl, lastIvl, factor, time, type. */
  readonly reviews?: readonly (readonly SQLInputValue[])[];
  readonly media?: Readonly<Record<string, string | Uint8Array>>;
  readonly scheduler?: number;
  readonly schema?: number;
  /** Statements after all rows are there. */
  readonly then?: readonly string[];
}

interface TestType {
  readonly id: number;
  readonly name?: string;
  readonly isCloze?: boolean;
  readonly fields: readonly string[];
  /** Questions. */
  readonly templates: readonly string[];
}

interface TestNote {
  readonly id: number;
  readonly type?: number;
  readonly fields: readonly string[];
  readonly tags?: string;
}

/** Columns of the table `cards` where they are not those of a new card. */
export type TestCard = { readonly id: number; readonly nid: number } & Partial<
  Readonly<Record<(typeof CARD_COLUMNS)[number], SQLInputValue>>
>;

const CARD_COLUMNS = [
  ...(["did", "ord", "type", "queue", "due", "ivl", "factor", "reps", "lapses"] as const),
  ...(["odue", "odid", "flags", "data"] as const),
];

/** The first day of test collections, s since 1970. */
export const CREATED_S = 1_700_000_000;

export const BASIC: TestType = {
  id: 1,
  name: "Basic",
  fields: ["Front", "Back"],
  templates: ["{{Front}}", "{{Back}}"],
};

/** An archive in the older format (`collection.anki21`) or the newest (`collection.anki21b`). */
export function apkgOf(deck: TestDeck, format: "anki2" | "anki21" | "anki21b" = "anki21") {
  return zipOf(apkgEntries(deck, format));
}

export function apkgEntries(
  deck: TestDeck,
  format: "anki2" | "anki21" | "anki21b" = "anki21",
): TestEntry[] {
  const media = Object.entries(deck.media ?? {});
  const isNew = format === "anki21b";
  const pack = (content: Uint8Array) => (isNew ? zstdCompressSync(content) : content);
  const list = isNew
    ? Buffer.concat(media.map(([name, text]) => proto(1, proto(1, name), proto(2, text.length))))
    : Buffer.from(JSON.stringify(Object.fromEntries(media.map(([name], at) => [at, name]))));
  const version = { anki2: 1, anki21: 2, anki21b: 3 }[format];
  return [
    { name: "meta", content: proto(1, version) },
    { name: `collection.${format}`, content: pack(collectionOf(deck, isNew)), method: 0 },
    { name: "media", content: pack(list), method: 0 },
    ...media.map(([, text], at) => ({
      name: String(at),
      content: pack(Buffer.from(text as string)),
      method: 0,
    })),
  ];
}

/** A field of a protocol buffer: a number, a text, or a message of further fields. */
export function proto(number: number, ...value: readonly (number | string | Uint8Array)[]): Buffer {
  const [first] = value;
  if (typeof first === "number") return Buffer.concat([varint(number * 8), varint(first)]);
  const bytes = Buffer.concat(value.map((part) => Buffer.from(part as string)));
  return Buffer.concat([varint(number * 8 + 2), varint(bytes.length), bytes]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return Buffer.from([...bytes, rest]);
}

/** The bytes of a collection, with the tables of schema 18 or JSON as in schema 11. */
export function collectionOf(deck: TestDeck, hasTables = false): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), "wordloom-deck-"));
  try {
    const path = join(folder, "collection");
    const database = new DatabaseSync(path, { defensive: false });
    fill(database, deck, hasTables);
    for (const statement of deck.then ?? []) database.exec(statement);
    database.close();
    return readFileSync(path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function fill(database: DatabaseSync, deck: TestDeck, hasTables: boolean): void {
  const { types = [BASIC], decks = [{ id: 1, name: "Default" }], scheduler = 2 } = deck;
  database.exec(TABLES);
  const insert = (table: string, rows: readonly (readonly SQLInputValue[])[]) => {
    for (const row of rows)
      database
        .prepare(`insert into ${table} values (${row.map(() => "?").join(", ")})`)
        .run(...row);
  };
  database.exec("begin");
  const json = hasTables ? ["", "", ""] : jsonOf(types, decks, scheduler);
  insert("col", [[1, CREATED_S, deck.schema ?? (hasTables ? 18 : 11), ...json]]);
  if (hasTables) {
    database.exec(NEW_TABLES);
    insert("config", [["schedVer", Buffer.from(String(scheduler))]]);
    insert(
      "decks",
      decks.map(({ id, name, dyn }) => [id, name.replaceAll("::", "\x1f"), proto(dyn ? 2 : 1, "")]),
    );
    for (const { id, name = "Type", isCloze, fields, templates } of types) {
      insert("notetypes", [[id, name, isCloze ? proto(1, 1) : Buffer.alloc(0)]]);
      insert(
        "fields",
        fields.map((field, ord) => [id, ord, field, Buffer.alloc(0)]),
      );
      insert(
        "templates",
        templates.map((text, ord) => [id, ord, `Card ${ord}`, 0, proto(1, text)]),
      );
    }
  }
  insert(
    "notes",
    (deck.notes ?? []).map(({ id, type = 1, fields, tags = "" }) => [
      ...[id, `guid-${id}`, type, CREATED_S, tags, fields.join("\x1f")],
    ]),
  );
  insert(
    "cards",
    (deck.cards ?? []).map(({ id, nid, ...card }) => [
      ...[id, nid],
      ...CARD_COLUMNS.map((name) => card[name] ?? (name === "did" ? 1 : name === "data" ? "" : 0)),
    ]),
  );
  insert("revlog", deck.reviews ?? []);
  database.exec("commit");
  if (hasTables) database.exec(UNKNOWN_COLLATION);
}

function jsonOf(
  types: readonly TestType[],
  decks: NonNullable<TestDeck["decks"]>,
  scheduler: number,
): string[] {
  const byId = (list: readonly { id: number }[]) =>
    JSON.stringify(Object.fromEntries(list.map((one) => [one.id, one])));
  return [
    JSON.stringify({ schedVer: scheduler }),
    byId(decks),
    byId(
      types.map(({ id, name = "Type", isCloze, fields, templates }) => ({
        id,
        name,
        type: isCloze ? 1 : 0,
        flds: fields.map((field, ord) => ({ name: field, ord })),
        tmpls: templates.map((qfmt, ord) => ({ name: `Card ${ord}`, ord, qfmt, afmt: "" })),
      })),
    ),
  ];
}

const TABLES = `
  create table col (id integer primary key, crt, ver, conf text, decks text, models text);
  create table notes (id integer primary key, guid text, mid, mod, tags text, flds text);
  create table cards (id integer primary key, nid, ${CARD_COLUMNS.join(", ")});
  create table revlog (id integer primary key, cid, ease, ivl, lastIvl, factor, time, type);
`;

const NEW_TABLES = `
  create table config (KEY text primary key, val blob) without rowid;
  create table decks (id integer primary key, name text collate nocase, kind blob);
  create table notetypes (id integer primary key, name text collate nocase, config blob);
  create table fields (ntid integer, ord integer, name text collate nocase, config blob,
    primary key (ntid, ord)) without rowid;
  create table templates (ntid integer, ord integer, name text collate nocase, mtime integer,
    config blob, primary key (ntid, ord)) without rowid;
`;

/** Anki's own collation, which no other program knows. */
const UNKNOWN_COLLATION = `
  pragma writable_schema = on;
  update sqlite_schema set sql = replace(sql, 'nocase', 'unicase');
  pragma writable_schema = off;
`;

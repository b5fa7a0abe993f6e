/**
 * The subset of TOML 1.0 needed for a configuration of numbers and booleans: comments, tables,
 * dotted and quoted keys, booleans, numbers, multi-line arrays, plain strings. Dates, inline
 * tables, arrays of tables and multi-line strings are refused with their line number.
 */

/** Content of a file; tables are objects. */
export interface TomlTable {
  [key: string]: TomlValue;
}
export type TomlValue = boolean | number | string | TomlValue[] | TomlTable;

/** The text is not supported. The message names the line. */
export class TomlError extends Error {
  constructor(line: number, what: string) {
    super(`line ${line}: ${what}`);
    this.name = "TomlError";
  }
}

const BARE_KEY = /[A-Za-z0-9_-]+/y;
const QUOTED = /"((?:[^"\\\n]|\\["\\])*)"|'([^'\n]*)'/y;
const INTEGER = /[+-]?(?:0|[1-9](?:_?\d)*)/.source;
const FRACTION = /(?:\.\d(?:_?\d)*)?(?:[eE][+-]?\d(?:_?\d)*)?/.source;
const NUMBER = new RegExp(INTEGER + FRACTION, "y");
const WORD = /[^\s,\]#]+/y;
const BLANKS = /[ \t]*/y;
const BETWEEN_VALUES = /(?:[ \t\r\n]|#[^\n]*)*/y;
const LINE_END = /[ \t]*(?:#[^\n]*)?(?:\r?\n|$)/y;

interface Reader {
  readonly text: string;
  at: number;
}

/** @throws TomlError */
export function readToml(text: string): TomlTable {
  const reader: Reader = { text: text.replace(/^\uFEFF/, ""), at: 0 };
  const root: TomlTable = emptyTable();
  const opened = new Set<string>();
  let table = root;
  while (reader.at < reader.text.length) {
    take(reader, BLANKS);
    if (take(reader, LINE_END) !== undefined) continue;
    if (peek(reader) === "[") table = openTable(reader, root, opened);
    else readPair(reader, table);
    if (take(reader, LINE_END) === undefined) {
      fail(reader, "unexpected text at the end of the line");
    }
  }
  return root;
}

function openTable(reader: Reader, root: TomlTable, opened: Set<string>): TomlTable {
  reader.at += 1;
  if (peek(reader) === "[") fail(reader, "arrays of tables are not supported");
  const keys = readKeys(reader);
  if (peek(reader) !== "]") fail(reader, "] expected after the table name");
  reader.at += 1;
  const name = JSON.stringify(keys);
  if (opened.has(name)) fail(reader, `the table ${keys.join(".")} is defined twice`);
  opened.add(name);
  return within(reader, root, keys);
}

function readPair(reader: Reader, table: TomlTable): void {
  const keys = readKeys(reader);
  if (peek(reader) !== "=") fail(reader, "= expected after the key");
  reader.at += 1;
  take(reader, BLANKS);
  const name = keys.pop() as string;
  const owner = within(reader, table, keys);
  if (Object.hasOwn(owner, name)) fail(reader, `${name} is defined twice`);
  owner[name] = readValue(reader);
}

function readKeys(reader: Reader): string[] {
  const keys: string[] = [];
  do {
    if (keys.length > 0) reader.at += 1;
    take(reader, BLANKS);
    keys.push(
      readString(reader) ?? take(reader, BARE_KEY)?.[0] ?? fail(reader, "a key is expected"),
    );
    take(reader, BLANKS);
  } while (peek(reader) === ".");
  return keys;
}

function within(reader: Reader, table: TomlTable, keys: readonly string[]): TomlTable {
  return keys.reduce<TomlTable>((owner, key) => {
    const next = Object.hasOwn(owner, key) ? owner[key] : (owner[key] = emptyTable());
    if (typeof next !== "object" || Array.isArray(next)) fail(reader, `${key} is not a table`);
    return next as TomlTable;
  }, table);
}

function readValue(reader: Reader): TomlValue {
  if (peek(reader) === "[") return readArray(reader);
  const text = readString(reader);
  if (text !== undefined) return text;
  const start = reader.at;
  const word = take(reader, WORD)?.[0] ?? "";
  if (word === "true" || word === "false") return word === "true";
  reader.at = start;
  const number = take(reader, NUMBER)?.[0];
  if (number === word && word !== "") return Number(number.replaceAll("_", ""));
  reader.at = start;
  return fail(reader, `${word || "nothing"} is not a value`);
}

function readArray(reader: Reader): TomlValue[] {
  const values: TomlValue[] = [];
  reader.at += 1;
  for (;;) {
    take(reader, BETWEEN_VALUES);
    if (peek(reader) === "]") break;
    values.push(readValue(reader));
    take(reader, BETWEEN_VALUES);
    if (peek(reader) === "]") break;
    if (peek(reader) !== ",") fail(reader, "array values must be separated by commas");
    reader.at += 1;
  }
  reader.at += 1;
  return values;
}

function readString(reader: Reader): string | undefined {
  const found = take(reader, QUOTED);
  if (found === undefined) return undefined;
  return found[2] ?? (found[1] as string).replace(/\\(.)/g, "$1");
}

/** Without a prototype, so that `__proto__` is an ordinary key. */
function emptyTable(): TomlTable {
  return Object.create(null) as TomlTable;
}

function peek({ text, at }: Reader): string {
  return text[at] ?? "";
}

function take(reader: Reader, pattern: RegExp): RegExpExecArray | undefined {
  pattern.lastIndex = reader.at;
  const found = pattern.exec(reader.text) ?? undefined;
  if (found !== undefined) reader.at = pattern.lastIndex;
  return found;
}

function fail(reader: Reader, what: string): never {
  const line = reader.text.slice(0, reader.at).split("\n").length;
  throw new TomlError(line, what);
}

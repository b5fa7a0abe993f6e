import type { SQLOutputValue } from "node:sqlite";
import { tooLarge, UnreadableError } from "../files/unreadable.ts";
import type { DatabasePages, TreePage } from "./database-pages.ts";

/** Longer rows are refused, bytes. */
const ROW_MAX = 32 * 1024 ** 2;
/** As deep as SQLite itself follows a tree. */
const DEPTH_MAX = 20;

/**
 * The rows of a table without row ids, in the order of their keys. SQLite cannot read such a table
 * where it does not know the collation of a column, as in the collections of Anki.
 *
 * Source: SQLite, "Database File Format", 1.6 and 2.
 *
 * @param root  the page on which the table begins
 * @param depth  how many pages are above it
 * @returns values in the order in which they are stored: the key first
 * @throws UnreadableError
 */
export function* keyedRows(
  pages: DatabasePages,
  root: number,
  depth = 0,
): Generator<SQLOutputValue[]> {
  const page = pages.take(root);
  if ((page.kind !== 2 && page.kind !== 10) || depth > DEPTH_MAX) throw damaged(root);
  const children = page.children();
  const cells = page.cells();
  for (const [index, place] of cells.entries()) {
    const child = children[index];
    if (child !== undefined) yield* keyedRows(pages, child, depth + 1);
    yield recordOf(payloadOf(pages, page, child === undefined ? place : place + 4, root), pages);
  }
  const last = children[cells.length];
  if (last !== undefined) yield* keyedRows(pages, last, depth + 1);
}

/** The bytes of a row, wherever it goes on. */
function payloadOf(
  pages: DatabasePages,
  { view }: TreePage,
  place: number,
  number: number,
): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  const { value: size, next } = varint(bytes, place);
  if (!(size <= ROW_MAX)) throw tooLarge("The database has a row above 32 MB.");
  const here = localSize(size, pages.usable);
  if (next + here > bytes.length) throw damaged(number);
  if (here === size) return bytes.subarray(next, next + size);
  const payload = new Uint8Array(size);
  payload.set(bytes.subarray(next, next + here));
  let page = view.getUint32(next + here);
  for (let filled = here; filled < size;) {
    const more = pages.take(page).view;
    const length = Math.min(size - filled, pages.usable - 4);
    payload.set(new Uint8Array(more.buffer, more.byteOffset + 4, length), filled);
    filled += length;
    page = more.getUint32(0);
  }
  return payload;
}

/** How much of a row stands on the page of its key, bytes. */
function localSize(size: number, usable: number): number {
  const most = Math.floor(((usable - 12) * 64) / 255) - 23;
  if (size <= most) return size;
  const least = Math.floor(((usable - 12) * 32) / 255) - 23;
  const rest = least + ((size - least) % (usable - 4));
  return rest <= most ? rest : least;
}

function varint(bytes: Uint8Array, place: number): { value: number; next: number } {
  let value = 0;
  for (let index = 0; index < 8; index += 1) {
    const byte = bytes[place + index] ?? 0;
    value = value * 128 + (byte & 127);
    if (byte < 128) return { value, next: place + index + 1 };
  }
  return { value: value * 256 + (bytes[place + 8] ?? 0), next: place + 9 };
}

/** Bytes of integers, by their serial type. */
const WIDTHS = [0, 1, 2, 3, 4, 6, 8] as const;

function recordOf(bytes: Uint8Array<ArrayBuffer>, { encoding }: DatabasePages): SQLOutputValue[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const header = varint(bytes, 0);
  const values: SQLOutputValue[] = [];
  let place = header.value;
  for (let at = header.next; at < header.value;) {
    const { value: type, next } = varint(bytes, at);
    at = next;
    const size = type >= 12 ? Math.floor((type - 12) / 2) : type === 7 ? 8 : (WIDTHS[type] ?? 0);
    if (place + size > bytes.length)
      throw new UnreadableError("The database is damaged: a row ends too early.");
    const value = bytes.subarray(place, place + size);
    if (type >= 12) values.push(type % 2 === 0 ? value : new TextDecoder(encoding).decode(value));
    else if (type === 7) values.push(view.getFloat64(place));
    else if (type === 8 || type === 9) values.push(BigInt(type - 8));
    else values.push(type === 0 ? null : integerOf(value));
    place += size;
  }
  return values;
}

function integerOf(bytes: Uint8Array): bigint {
  let value = 0n;
  for (const byte of bytes) value = value * 256n + BigInt(byte);
  return BigInt.asIntN(bytes.length * 8, value);
}

const damaged = (page: number) => new UnreadableError(`The database is damaged on page ${page}.`);

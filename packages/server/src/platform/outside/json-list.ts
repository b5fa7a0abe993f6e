import type { OverLimit } from "../basics/over-limit.ts";
import { createByteBuilder, type ByteBuilder } from "./byte-builder.ts";

/** Limits for a document from an untrusted server. */
export interface JsonListLimits {
  /** Name of the list in the object. */
  readonly list: string;
  readonly maxEntries: number;
}

/** Some adjacent entries of the list. */
export interface JsonListPart {
  /** JSON text of a list, not yet checked. */
  readonly bytes: Buffer;
  /** Number of its entries, if the text is valid. */
  readonly count: number;
}

/** A JSON object with one long list, cut into parts that are parsed one at a time. */
export interface JsonList {
  /** The object, with an empty list in place of the long one. */
  readonly head: unknown;
  readonly count: number;
  readonly parts: readonly JsonListPart[];
}

/** Possible problems of a document. */
const PROBLEMS = {
  incomplete: "it ends too early",
  too_deep: "it is nested too deeply",
  two_lists: "it has two lists of this name",
  no_object: "it is not a JSON object",
  malformed: "the list is malformed",
  not_json: "it is not JSON text in UTF-8",
  large_values: "an entry has too many values",
  large_list: "the list has too many entries",
  large_entry: "a part of it is too large",
} as const;

export type JsonProblem = keyof typeof PROBLEMS;

/**
 * - `invalid`: not a JSON object in UTF-8, nested too deeply, with NUL characters or two such lists
 * - `too_large`: too many entries, or more than 1 MiB or 5,000 values in an entry or outside the
 *   list
 */
export class JsonListError extends Error {
  override readonly name = "JsonListError";
  readonly fault: "invalid" | "too_large";
  readonly problem: JsonProblem;
  /** The exceeded limit, for `too_large`; the rest of the document is not read. */
  readonly over: OverLimit | undefined;

  constructor(problem: JsonProblem, over?: OverLimit) {
    super(PROBLEMS[problem]);
    this.problem = problem;
    this.fault = problem.startsWith("large") ? "too_large" : "invalid";
    this.over = over;
  }
}

/** A part ends with the first entry that makes it this large. */
const PART_BYTES = 32 * 1024;
const PART_ENTRIES = 200;
const MEGABYTE = 1024 * 1024;
/** Larger than any word or book within the limits of the service, in any notation. */
const ENTRY_MAX_BYTES = MEGABYTE;
const HEAD_MAX_BYTES = MEGABYTE;
/**
 * Maximum values in one entry, or outside the list, since a small text can describe very many
 * objects.
 */
const VALUES_MAX = 5_000;
const DEPTH_MAX = 64;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const SPACE = 0x20;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
const [LIST_OPENED, LIST_CLOSED] = [Buffer.from("["), Buffer.from("]")];

/**
 * Splits a JSON object with one long list while it arrives, and counts the entries before any of
 * them is parsed: memory and time are bounded by the bytes of the document, not by the objects it
 * describes. It inspects only strings, brackets and commas; everything else is checked when a part
 * is parsed (`parsePart`).
 */
export interface JsonListScanner {
  /** @throws JsonListError */
  push(chunk: Uint8Array): void;
  /** Call once, after the last chunk. @throws JsonListError */
  end(): JsonList;
}

export function createJsonListScanner(limits: JsonListLimits): JsonListScanner {
  const scan: Scan = {
    limits,
    head: createByteBuilder(4096),
    part: createByteBuilder(PART_BYTES * 2),
    parts: [],
    count: 0,
    chunk: LIST_OPENED,
    rest: 0,
    position: 0,
    depth: 0,
    inString: false,
    isEscaped: false,
    isKey: false,
    keyStart: 0,
    isNamed: false,
    inList: false,
    hadList: false,
    commas: 0,
    entryStart: 0,
    values: 0,
  };
  return {
    push: (chunk) => read(scan, chunk),
    end() {
      if (scan.depth > 0) throw new JsonListError("incomplete");
      const { head, count, parts } = scan;
      return { head: parseText(head.take(), false), count, parts };
    },
  };
}

interface Scan {
  readonly limits: JsonListLimits;
  /** Bytes read outside the entries. */
  readonly head: ByteBuilder;
  /** Bytes read of the current part. */
  readonly part: ByteBuilder;
  readonly parts: JsonListPart[];
  /** Number of entries in `parts`. */
  count: number;
  chunk: Uint8Array;
  /** Start of the chunk's bytes that are not yet in the head or the part. */
  rest: number;
  /** Number of bytes before the chunk. */
  position: number;
  depth: number;
  inString: boolean;
  isEscaped: boolean;
  /** Whether the next string is a key of the object, and where it begins in the head. */
  isKey: boolean;
  keyStart: number;
  /** Whether the last key was the name of the list. */
  isNamed: boolean;
  inList: boolean;
  hadList: boolean;
  /** Number of commas between entries of the current part, and start of the current entry. */
  commas: number;
  entryStart: number;
  /** Number of brackets and commas in the current entry, or outside the list. */
  values: number;
}

function read(scan: Scan, chunk: Uint8Array): void {
  scan.chunk = chunk;
  scan.rest = 0;
  let index = scan.inString ? readText(scan, 0) : 0;
  while (index < chunk.length) {
    const byte = chunk[index] as number;
    if (byte > SPACE) readToken(scan, byte, index);
    index = byte === QUOTE ? readText(scan, index + 1) : index + 1;
  }
  collect(scan, chunk.length);
  scan.position += chunk.length;
}

/**
 * Reads on inside a string. Strings are most of a document, so this is one loop over bytes only.
 *
 * @returns the position after the string, or the end of the chunk
 */
function readText(scan: Scan, from: number): number {
  const { chunk } = scan;
  let index = scan.isEscaped ? from + 1 : from;
  for (; index < chunk.length; index += 1) {
    const byte = chunk[index] as number;
    if (byte === BACKSLASH) index += 1;
    else if (byte === QUOTE) break;
  }
  // A backslash at the end escapes the first byte of the next chunk.
  scan.isEscaped = index > chunk.length;
  scan.inString = index >= chunk.length;
  if (!scan.inString && scan.isKey) endKey(scan, index);
  return index + 1;
}

/** Reads a byte outside strings that is not white space. */
function readToken(scan: Scan, byte: number, index: number): void {
  if (byte === QUOTE) {
    if (scan.isKey) scan.keyStart = scan.head.size() + index - scan.rest;
  } else if (byte === COMMA) atComma(scan, index);
  else if (byte === OPEN_OBJECT || byte === OPEN_LIST) open(scan, byte, index);
  else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) close(scan, byte, index);
  else if (scan.depth === 0 && BYTE_ORDER_MARK[scan.position + index] !== byte) refuseForm();
}

function open(scan: Scan, byte: number, index: number): void {
  if (scan.depth === 0 && byte !== OPEN_OBJECT) refuseForm();
  countValue(scan);
  scan.depth += 1;
  if (scan.depth > DEPTH_MAX) throw new JsonListError("too_deep");
  if (scan.depth === 1) scan.isKey = true;
  if (scan.depth !== 2 || !scan.isNamed || byte !== OPEN_LIST) return;
  if (scan.hadList) throw new JsonListError("two_lists");
  collect(scan, index + 1);
  scan.inList = true;
  scan.hadList = true;
  startPart(scan);
}

function close(scan: Scan, byte: number, index: number): void {
  if (scan.inList && scan.depth === 2) {
    if (byte !== CLOSE_LIST) refuseForm();
    collect(scan, index);
    const isEmpty = scan.parts.length === 0 && scan.commas === 0 && isBlank(scan.part.view(1));
    endPart(scan, isEmpty ? 0 : scan.commas + 1);
    scan.inList = false;
    scan.isNamed = false;
  }
  scan.depth -= 1;
  if (scan.depth < 0) refuseForm();
}

function countValue(scan: Scan): void {
  scan.values += 1;
  if (scan.values > VALUES_MAX) {
    throw new JsonListError("large_values", { unit: "entry_values", limit: VALUES_MAX });
  }
}

function atComma(scan: Scan, index: number): void {
  countValue(scan);
  if (scan.depth === 1) {
    scan.isKey = true;
    scan.isNamed = false;
  }
  if (!scan.inList || scan.depth !== 2) return;
  const { maxEntries } = scan.limits;
  scan.commas += 1;
  scan.values = 0;
  if (scan.count + scan.commas >= maxEntries) {
    throw new JsonListError("large_list", { unit: "entries", limit: maxEntries });
  }
  collect(scan, index);
  if (scan.part.size() >= PART_BYTES || scan.commas >= PART_ENTRIES) {
    endPart(scan, scan.commas);
    startPart(scan);
    scan.rest = index + 1;
  } else {
    scan.entryStart = scan.part.size();
  }
}

function startPart(scan: Scan): void {
  scan.part.append(LIST_OPENED);
  scan.commas = 0;
  scan.entryStart = scan.part.size();
}

function endPart(scan: Scan, count: number): void {
  scan.part.append(LIST_CLOSED);
  scan.parts.push({ bytes: scan.part.take(), count });
  scan.count += count;
}

/** Moves the bytes before `end` to the head or the part. */
function collect(scan: Scan, end: number): void {
  if (end <= scan.rest) return;
  const { inList, head, part, entryStart } = scan;
  (inList ? part : head).append(scan.chunk.subarray(scan.rest, end));
  scan.rest = end;
  const isLarge = inList
    ? part.size() - entryStart > ENTRY_MAX_BYTES
    : head.size() > HEAD_MAX_BYTES;
  if (!isLarge) return;
  const limit = (inList ? ENTRY_MAX_BYTES : HEAD_MAX_BYTES) / MEGABYTE;
  throw new JsonListError("large_entry", { unit: "entry_megabytes", limit });
}

function endKey(scan: Scan, index: number): void {
  scan.isKey = false;
  collect(scan, index + 1);
  scan.isNamed = isName(scan.head.view(scan.keyStart), scan.limits.list);
}

function refuseForm(): never {
  throw new JsonListError("no_object");
}

/** The entries of a part. @throws JsonListError */
export function parsePart({ bytes, count }: JsonListPart): unknown[] {
  const entries = parseText(bytes, true);
  if (Array.isArray(entries) && entries.length === count) return entries;
  throw new JsonListError("malformed");
}

/** @param isInside  whether a byte order mark at the beginning is an error */
function parseText(bytes: Uint8Array, isInside: boolean): unknown {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: isInside }).decode(bytes);
    // Neither database stores the NUL character reliably.
    if (!text.includes("\\u0000")) return JSON.parse(text);
  } catch {
    // Falls through: it is not UTF-8 or not JSON.
  }
  throw new JsonListError("not_json");
}

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte <= SPACE);
}

/** Whether this JSON string, possibly with escapes, is the name. */
function isName(text: Buffer, name: string): boolean {
  const longest = '"\\u0000"'.length * name.length;
  try {
    return text.length <= longest && JSON.parse(text.toString()) === name;
  } catch {
    return false;
  }
}

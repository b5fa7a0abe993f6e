import { isUtf8 } from "node:buffer";
import { refuse } from "../basics/app-error.ts";

const DEPTH_MAX = 64;

/**
 * Maximum brackets, commas and colons of a body. Parsing time and memory grow with them, up to 150
 * ms for 2 MiB of different keys. The largest legal batch has about half as many.
 */
export const MARKS_MAX = 120_000;

/** Weight of a colon: a key costs the parser more than an array entry. */
const COLON_MARKS = 3;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
/** Square and curly brackets differ only in this bit. */
const CURLY_BIT = 0x20;
const OPENER = 0x5b;
const CLOSER = 0x5d;
/** From an opening bracket to its closing one. */
const TO_CLOSER = 2;
const BYTE_ORDER_MARK = "\uFEFF";

export interface JsonOptions {
  /** Allows strings that databases cannot store, for endpoints that do not store them. */
  readonly anyText?: boolean | undefined;
  /** Maximum brackets, commas and colons, a colon counting threefold; default: `MARKS_MAX`. */
  readonly marksMax?: number;
  /**
   * Called with the beginning of a body that has more, as if it ended there; may refuse it with a
   * more specific code.
   */
  readonly onTooMany?: (beginning: unknown) => void;
}

/**
 * Parses JSON; an empty body counts as `{}`.
 *
 * Refuses text that is not UTF-8, more than 64 levels of nesting, too many values, and strings that
 * cannot be stored: with NUL (PostgreSQL) or half a surrogate pair (UTF-8). Drops keys named
 * `__proto__`.
 *
 * @throws AppError INVALID_REQUEST_BODY, or what `options.onTooMany` throws
 */
export function parseJson(bytes: Buffer, options: JsonOptions = {}): unknown {
  if (bytes.byteLength === 0) return {};
  if (!isUtf8(bytes)) refuse("INVALID_REQUEST_BODY", "The body is not UTF-8 text.");
  const { tooDeep, cut } = readStructure(bytes, options.marksMax ?? MARKS_MAX);
  if (tooDeep) {
    refuse("INVALID_REQUEST_BODY", `The body is nested more than ${DEPTH_MAX} levels deep.`);
  }
  if (cut !== undefined) {
    options.onTooMany?.(parse(bytes.toString("utf8", 0, cut.at) + cut.closers));
    refuse("INVALID_REQUEST_BODY", "The body has too many values.");
  }
  const text = bytes.toString("utf8");
  const value = parse(text);
  // Those characters, or a hidden `__proto__`, can only come from an escape sequence.
  if (text.includes("\\u") || text.includes("__proto__")) clean(value, options.anyText === true);
  return value;
}

interface Structure {
  readonly tooDeep: boolean;
  /** Where to cut a body with too many values, and the brackets open there. */
  readonly cut?: { readonly at: number; readonly closers: string };
}

/** Checked before parsing, so that malicious input costs one pass over its bytes and no stack. */
function readStructure(bytes: Buffer, marksMax: number): Structure {
  // Each level needs at least one byte.
  if (bytes.byteLength <= DEPTH_MAX) return { tooDeep: false };
  const open: number[] = [];
  let marks = 0;
  for (let at = 0; at < bytes.byteLength; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) at = endOfString(bytes, at);
    else if ((byte & ~CURLY_BIT) === CLOSER) open.pop();
    else if ((byte & ~CURLY_BIT) === OPENER) {
      open.push(byte);
      marks += 1;
      if (open.length > DEPTH_MAX) return { tooDeep: true };
    } else if (byte === COLON) marks += COLON_MARKS;
    else if (byte === COMMA) {
      marks += 1;
      if (marks > marksMax) return { tooDeep: false, cut: { at, closers: closersOf(open) } };
    }
  }
  return { tooDeep: false };
}

function closersOf(open: readonly number[]): string {
  return String.fromCharCode(...open.map((opener) => opener + TO_CLOSER).toReversed());
}

/** The index of the closing quote of the string that starts at `start`, or the end of the input. */
function endOfString(bytes: Buffer, start: number): number {
  let at = start + 1;
  while (at < bytes.byteLength && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text);
  } catch {
    return refuse("INVALID_REQUEST_BODY", "The body is not JSON.");
  }
}

/** Recursive: the nesting has already been limited to 64 levels. */
function clean(value: unknown, anyText: boolean): void {
  if (typeof value === "string") {
    if (!anyText) requireStorable(value);
    return;
  }
  if (typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) {
    for (const entry of value) clean(entry, anyText);
    return;
  }
  const held = value as Record<string, unknown>;
  if (Object.hasOwn(held, "__proto__")) delete held["__proto__"];
  for (const key of Object.keys(held)) {
    if (!anyText) requireStorable(key);
    clean(held[key], anyText);
  }
}

function requireStorable(text: string): void {
  if (text.includes("\0") || !text.isWellFormed()) {
    refuse("INVALID_REQUEST_BODY", "A string contains a character that cannot be stored.");
  }
}

import { isUtf8 } from "node:buffer";
import { refuse } from "../app-error.ts";

const DEPTH_MAX = 64;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** Square and curly brackets differ only in this bit. */
const CURLY_BIT = 0x20;
const OPENER = 0x5b;
const CLOSER = 0x5d;
const BYTE_ORDER_MARK = "\uFEFF";

/**
 * Parses JSON; an empty body counts as `{}`.
 *
 * Refuses text that is not UTF-8, more than 64 levels of nesting, and strings that cannot be
 * stored: with NUL (PostgreSQL) or half a surrogate pair (UTF-8). A key `__proto__` is dropped.
 *
 * @param options.anyText  allows such strings, for endpoints that do not store them
 * @throws AppError INVALID_REQUEST_BODY
 */
export function parseJson(bytes: Buffer, options: { readonly anyText?: boolean } = {}): unknown {
  if (bytes.byteLength === 0) return {};
  if (!isUtf8(bytes)) refuse("INVALID_REQUEST_BODY", "The body is not UTF-8 text.");
  if (isTooDeep(bytes)) {
    refuse("INVALID_REQUEST_BODY", `The body is nested more than ${DEPTH_MAX} levels deep.`);
  }
  const text = bytes.toString("utf8");
  const value = parse(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text);
  // Those characters, or a hidden `__proto__`, can only come from an escape sequence.
  if (!text.includes("\\u") && !text.includes("__proto__")) return value;
  return cleaned(value, options.anyText === true ? asItIs : requireCleanText);
}

/** Checked before parsing, so that malicious input costs one pass over its bytes and no stack. */
function isTooDeep(bytes: Buffer): boolean {
  // Each level needs at least one byte.
  if (bytes.byteLength <= DEPTH_MAX) return false;
  let depth = 0;
  for (let at = 0; at < bytes.byteLength; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) at = endOfString(bytes, at);
    else if ((byte & ~CURLY_BIT) === CLOSER) depth -= 1;
    else if ((byte & ~CURLY_BIT) === OPENER) {
      depth += 1;
      if (depth > DEPTH_MAX) return true;
    }
  }
  return false;
}

/** The index of the closing quote of the string that starts at `start`, or the end of the input. */
function endOfString(bytes: Buffer, start: number): number {
  let at = start + 1;
  while (at < bytes.byteLength && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return refuse("INVALID_REQUEST_BODY", "The body is not JSON.");
  }
}

/** Recursive: the nesting has already been limited to 64 levels. */
function cleaned(value: unknown, clean: (text: string) => string): unknown {
  if (typeof value === "string") return clean(value);
  if (Array.isArray(value)) return value.map((entry) => cleaned(entry, clean));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([key]) => key !== "__proto__");
  return Object.fromEntries(entries.map(([key, held]) => [clean(key), cleaned(held, clean)]));
}

function asItIs(text: string): string {
  return text;
}

function requireCleanText(text: string): string {
  if (text.includes("\0") || !text.isWellFormed()) {
    refuse("INVALID_REQUEST_BODY", "A string contains a character that cannot be stored.");
  }
  return text;
}

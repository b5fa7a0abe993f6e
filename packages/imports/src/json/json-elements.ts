import { cutOff, tooLarge, UnreadableError } from "../files/unreadable.ts";

/** An element of a list in a file, and its place, counted from 1. */
export interface JsonElement {
  readonly number: number;
  readonly value: unknown;
}

/** A larger element is no entry of a list. UTF-16 units. */
const ELEMENT_MAX = 4_000_000;
const DEPTH_MAX = 200;

/**
 * The elements of an array that is the whole text, one at a time: only one is held in memory.
 *
 * @param where  the file's name in an archive, or ""
 * @throws UnreadableError for other texts and for elements that are too large or nested too deeply
 */
export async function* jsonElements(
  chunks: Iterable<string> | AsyncIterable<string>,
  where = "",
): AsyncGenerator<JsonElement> {
  let element = "";
  let number = 0;
  let state = "before" as "before" | "inside" | "after";
  const scan = { depth: 0, isText: false, isEscaped: false };
  const take = (): JsonElement[] => {
    const text = element.trim();
    element = "";
    if (text === "") return [];
    number += 1;
    return [{ number, value: parse(text, number, where) }];
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const code = chunk.charCodeAt(at);
      if (state !== "inside") {
        if (isBlank(code)) continue;
        if (state === "after" || code !== 0x5b)
          throw new UnreadableError("It is not a list in JSON.", where);
        state = "inside";
        start = at + 1;
        continue;
      }
      const end = step(scan, code);
      if (scan.depth > DEPTH_MAX) throw new UnreadableError("It is nested too deeply.", where);
      if (end === undefined) continue;
      element += chunk.slice(start, at);
      start = at + 1;
      yield* take();
      if (end === "list") state = "after";
    }
    if (state === "inside") element += chunk.slice(start);
    if (element.length > ELEMENT_MAX)
      throw tooLarge(`Entry ${number + 1} is longer than 4 million characters.`, where);
  }
  if (state !== "after") throw cutOff("It is cut off.", where);
}

const isBlank = (code: number) =>
  code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09 || code === 0xfeff;

/** @returns what ends with this character on the level of the list */
function step(
  scan: { depth: number; isText: boolean; isEscaped: boolean },
  code: number,
): "element" | "list" | undefined {
  if (scan.isText) {
    if (scan.isEscaped) scan.isEscaped = false;
    else if (code === 0x5c) scan.isEscaped = true;
    else if (code === 0x22) scan.isText = false;
    return undefined;
  }
  if (code === 0x22) scan.isText = true;
  else if (code === 0x5b || code === 0x7b) scan.depth += 1;
  else if (code === 0x5d || code === 0x7d) {
    if (scan.depth === 0) return "list";
    scan.depth -= 1;
  } else if (code === 0x2c && scan.depth === 0) return "element";
  return undefined;
}

function parse(text: string, number: number, where: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new UnreadableError(`Entry ${number} is not valid JSON.`, where);
  }
}

/** Whether brackets are nested more deeply than any list is. */
export function isTooDeep(text: string): boolean {
  const scan = { depth: 0, isText: false, isEscaped: false };
  for (let at = 0; at < text.length; at += 1) {
    step(scan, text.charCodeAt(at));
    if (scan.depth > DEPTH_MAX) return true;
  }
  return false;
}

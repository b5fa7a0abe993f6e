import { createHash } from "node:crypto";
import { tooLarge, UnreadableError } from "../files/unreadable.ts";
import type { ZipArchive } from "../files/zip.ts";

/** No line of ours is longer, UTF-16 units: the notes of decks may be. */
const LINE_MAX = 4_000_000;

/** Parts of the engine's state are nested seven deep. */
const DEPTH_MAX = 32;

/** A line of a file in an archive, parsed. */
export interface ArchivedLine {
  /** Its number, from 1. */
  readonly number: number;
  readonly value: unknown;
}

/**
 * The lines of a file of JSON lines, one after another.
 *
 * @param hash  what the file's bytes must hash to, SHA-256 in hexadecimal
 * @throws UnreadableError, at the end also if the hash is another
 */
export async function* linesOf(
  archive: ZipArchive,
  name: string,
  hash: string,
): AsyncGenerator<ArchivedLine> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const digest = createHash("sha256");
  let [rest, number] = ["", 0];
  for await (const chunk of archive.chunks(name)) {
    digest.update(chunk);
    const parts = (rest + decoded(decoder, chunk, name)).split("\n");
    rest = parts.pop() ?? "";
    for (const part of parts) yield parsed(part, name, (number += 1));
    if (rest.length > LINE_MAX) throw tooLong(name, number + 1);
  }
  rest += decoded(decoder, undefined, name);
  if (rest !== "") yield parsed(rest, name, number + 1);
  if (digest.digest("hex") !== hash) throw changed(name);
}

/** Reads a file of any kind. @throws UnreadableError if its hash is another */
export async function requireHash(archive: ZipArchive, name: string, hash: string): Promise<void> {
  const digest = createHash("sha256");
  for await (const chunk of archive.chunks(name)) digest.update(chunk);
  if (digest.digest("hex") !== hash) throw changed(name);
}

const changed = (name: string) =>
  new UnreadableError("Its content is not what manifest.json says.", name);

function decoded(
  decoder: InstanceType<typeof TextDecoder>,
  chunk: Uint8Array | undefined,
  name: string,
): string {
  try {
    return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
  } catch {
    throw new UnreadableError("It is not in UTF-8.", name);
  }
}

function parsed(text: string, name: string, number: number): ArchivedLine {
  if (text.length > LINE_MAX) throw tooLong(name, number);
  // Databases do not store it.
  if (/\0|\\u0000/.test(text))
    throw new UnreadableError(
      "The line has a character without meaning.",
      `${name}, line ${number}`,
    );
  if (depthOf(text) > DEPTH_MAX)
    throw new UnreadableError("The line is nested too deeply.", `${name}, line ${number}`);
  try {
    return { number, value: JSON.parse(text) as unknown };
  } catch {
    throw new UnreadableError("The line is not JSON.", `${name}, line ${number}`);
  }
}

/** How deeply arrays and objects in a JSON text are nested. */
function depthOf(text: string): number {
  let [depth, deepest, isText] = [0, 0, false];
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') isText = !isText;
    else if (isText && character === "\\") at += 1;
    else if (!isText && (character === "[" || character === "{"))
      deepest = Math.max(deepest, (depth += 1));
    else if (!isText && (character === "]" || character === "}")) depth -= 1;
  }
  return deepest;
}

function tooLong(name: string, number: number): UnreadableError {
  const rule = `The line has more than ${LINE_MAX} characters.`;
  return tooLarge(rule, `${name}, line ${number}`);
}

import type { CenterBook, CenterWord, WordDraft } from "@wordloom/contract";
import { z } from "zod";

/** Remote books are untrusted: missing fields get defaults, and invalid ones are refused. */
const text = z
  .string()
  .nullish()
  .transform((value) => value ?? "");
const texts = z
  .array(z.string())
  .nullish()
  .transform((value) => value ?? []);
const count = z
  .number()
  .int()
  .nonnegative()
  .nullish()
  .transform((value) => value ?? 0);
const link = z
  .string()
  .nullish()
  .transform((value) => value ?? null);

const Id = z.string().min(1).max(64);

const RemoteBook = z.object({
  id: Id,
  name: z.string().trim().min(1),
  description: text,
  wordCount: count,
  coverImage: link,
  tags: texts,
  version: text,
  author: text,
  downloadCount: count,
});

const RemoteWord = z.object({
  spelling: z.string(),
  phonetic: link,
  meanings: texts,
  examples: texts,
  audioUrl: link,
});

const Index = z.object({ data: z.array(RemoteBook) });
const BookFile = RemoteBook.extend({ words: z.array(RemoteWord) });

/** A book file with its words. */
export interface CenterBookFile extends CenterBook {
  words: CenterWord[];
}

/** The books listed in an index file; undefined if it is not a valid one. */
export function parseIndex(bytes: Uint8Array): CenterBook[] | undefined {
  return parse(bytes, Index)?.data;
}

/** The book in a file; undefined if it is not a valid one. */
export function parseBookFile(bytes: Uint8Array): CenterBookFile | undefined {
  return parse(bytes, BookFile);
}

/** A remote word as a draft for the library. */
export function toDraft(word: CenterWord, remoteId: string): WordDraft {
  return {
    text: word.spelling,
    meaning: notBlank(word.meanings).join("; "),
    pronunciation: word.phonetic,
    examples: notBlank(word.examples),
    tags: ["imported", "wb-center", remoteId],
  };
}

/** Blank texts are dropped. */
function notBlank(texts: readonly string[]): string[] {
  return texts.map((line) => line.trim()).filter((line) => line !== "");
}

function parse<S extends z.ZodType>(bytes: Uint8Array, schema: S): z.output<S> | undefined {
  try {
    const json = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    // Neither database stores the NUL character reliably.
    return json.includes("\\u0000") ? undefined : schema.safeParse(JSON.parse(json)).data;
  } catch {
    return undefined;
  }
}

import type { CenterBook, CenterWord, WordDraft } from "@wordloom/contract";
import { z } from "zod";

/** What a learner sees of remote books is text of strangers: lists and texts have ends. */
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

/** A book with its words, as a center holds it. */
export interface CenterBookFile extends CenterBook {
  words: CenterWord[];
}

/** The books an index file lists, or undefined when it is none. */
export function parseIndex(bytes: Uint8Array): CenterBook[] | undefined {
  return parse(bytes, Index)?.data;
}

/** The book a file holds, or undefined when it holds none. */
export function parseBookFile(bytes: Uint8Array): CenterBookFile | undefined {
  return parse(bytes, BookFile);
}

/** A remote word as the library would hold it. */
export function toDraft(word: CenterWord, remoteId: string): WordDraft {
  return {
    text: word.spelling,
    meaning: written(word.meanings).join("; "),
    pronunciation: word.phonetic,
    examples: written(word.examples),
    tags: ["imported", "wb-center", remoteId],
  };
}

/** What a center left blank is nothing to show a learner. */
function written(texts: readonly string[]): string[] {
  return texts.map((line) => line.trim()).filter((line) => line !== "");
}

function parse<S extends z.ZodType>(bytes: Uint8Array, schema: S): z.output<S> | undefined {
  try {
    const json = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    // Neither database can be trusted with the NUL character.
    return json.includes("\\u0000") ? undefined : schema.safeParse(JSON.parse(json)).data;
  } catch {
    return undefined;
  }
}

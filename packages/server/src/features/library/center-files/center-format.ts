import type { CenterBook, CenterWord, WordDraft } from "@wordloom/contract";
import { z } from "zod";

/** Remote books are untrusted: missing fields get defaults, and invalid ones are refused. */
const text = z
  .string()
  .nullish()
  .transform((value) => value ?? "");
/** Not `z.array`, which reports each of half a million entries that are no texts. */
const texts = z
  .custom<string[]>((value) => Array.isArray(value) && value.every(isText))
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

/** What is left of a file when the entries of its list are taken out (see json-list.ts). */
const IndexHead = z.object({ data: z.array(z.never()) });
const BookHead = RemoteBook.extend({ words: z.array(z.never()) });

/** Whether this is an index file, apart from its books. */
export function isIndexHead(head: unknown): boolean {
  return IndexHead.safeParse(head).success;
}

/** The description of a book file, or undefined if it is not a valid one, apart from its words. */
export function parseBookHead(head: unknown): CenterBook | undefined {
  const parsed = BookHead.safeParse(head).data;
  if (parsed === undefined) return undefined;
  const { words: _words, ...book } = parsed;
  return book;
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}

/** Books of an index; undefined if one of them is invalid. The rest is then not looked at. */
export function parseBooks(entries: readonly unknown[]): CenterBook[] | undefined {
  return parseAll(entries, RemoteBook);
}

/** Words of a book; undefined if one of them is invalid. The rest is then not looked at. */
export function parseWords(entries: readonly unknown[]): CenterWord[] | undefined {
  return parseAll(entries, RemoteWord);
}

/** One word, or what is wrong with it. */
export function parseWord(entry: unknown): CenterWord | { readonly fault: string } {
  const { data, error } = RemoteWord.safeParse(entry);
  if (data !== undefined) return data;
  const [issue] = error.issues;
  return { fault: `${issue?.path.join(".") || "the entry"}: ${issue?.message ?? "not valid"}` };
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

function parseAll<S extends z.ZodType>(
  entries: readonly unknown[],
  schema: S,
): z.output<S>[] | undefined {
  const parsed: z.output<S>[] = [];
  for (const entry of entries) {
    const { data } = schema.safeParse(entry);
    if (data === undefined) return undefined;
    parsed.push(data);
  }
  return parsed;
}

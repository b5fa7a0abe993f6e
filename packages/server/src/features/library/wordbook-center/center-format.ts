import type { CenterBook, CenterWord, EntryFault, WordDraft } from "@wordloom/contract";
import { guessLanguage } from "@wordloom/language";
import { canonicalLanguage } from "@wordloom/language";
import { z } from "zod";

/** Remote books are untrusted: missing fields get defaults, and invalid ones are refused. */
const text = z
  .string()
  .nullish()
  .transform((value) => value ?? "");
/** Not `z.array`, which reports each of half a million entries that are not texts. */
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

/** A malformed tag counts as absent. */
const tag = z
  .unknown()
  .optional()
  .transform((value) => {
    return typeof value === "string" ? (canonicalLanguage(value) ?? null) : null;
  });

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
  language: tag,
  meaningLanguage: tag,
});

const RemoteWord = z.object({
  spelling: z.string(),
  phonetic: link,
  meanings: texts,
  examples: texts,
  audioUrl: link,
});

/** The file without the entries of its list (see json-list.ts). */
const IndexHead = z.object({ data: z.array(z.never()) });
const BookHead = RemoteBook.extend({ words: z.array(z.never()) });

/** Whether this is an index file, apart from its books. */
export function isIndexHead(head: unknown): boolean {
  return IndexHead.safeParse(head).success;
}

/** The fault of a file, and its place in the file. */
export interface FileFault {
  readonly path: string;
  readonly message: string;
}

/** The description of a book file, apart from its words, or its fault. */
export function parseBookHead(head: unknown): CenterBook | { readonly fault: FileFault } {
  const { data, error } = BookHead.safeParse(head);
  if (data === undefined) return { fault: firstFault(error) };
  const { words: _words, ...book } = data;
  return book;
}

function firstFault({ issues: [issue] }: z.ZodError): FileFault {
  return { path: issue?.path.join(".") ?? "", message: issue?.message ?? "not valid" };
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}

/** Books of an index; undefined if one of them is invalid. Stops at the first invalid one. */
export function parseBooks(entries: readonly unknown[]): CenterBook[] | undefined {
  return parseAll(entries, RemoteBook);
}

/**
 * Words of a book, or the fault of the first invalid one, where it stops.
 *
 * @param start  index of the first of these entries
 */
export function parseWords(
  entries: readonly unknown[],
  start: number,
): CenterWord[] | { readonly fault: FileFault } {
  const words: CenterWord[] = [];
  for (const [at, entry] of entries.entries()) {
    const { data, error } = RemoteWord.safeParse(entry);
    if (data !== undefined) words.push(data);
    else {
      const { path, message } = firstFault(error);
      const place = ["words", String(start + at), path].filter((name) => name !== "");
      return { fault: { path: place.join("."), message } };
    }
  }
  return words;
}

/** One word, or its fault. */
export function parseWord(entry: unknown): CenterWord | { readonly fault: EntryFault } {
  const { data, error } = RemoteWord.safeParse(entry);
  if (data !== undefined) return data;
  const { path: field, message: rule } = firstFault(error);
  const message = `${field || "the entry"}: ${rule}`;
  if (field === "") return { fault: { code: "no_object", args: {}, message } };
  const isMissing = (entry as Readonly<Record<string, unknown>>)[field] === undefined;
  if (isMissing) return { fault: { code: "field_missing", args: { field }, message } };
  const expected = TEXT_FIELDS.has(field) ? "string" : "list";
  return { fault: { code: "field_wrong_type", args: { field, expected }, message } };
}

const TEXT_FIELDS: ReadonlySet<string> = new Set(["spelling", "phonetic", "audioUrl"]);

/** A remote word as a draft, in the languages of its book as far as the center says. */
export function toDraft(
  word: CenterWord,
  { id: remoteId, language, meaningLanguage }: Pick<CenterBook, "id" | BookLanguage>,
): WordDraft {
  return {
    language,
    meaningLanguage,
    audioUrl: word.audioUrl,
    text: word.spelling,
    meaning: notBlank(word.meanings).join("; "),
    pronunciation: word.phonetic,
    examples: notBlank(word.examples),
    tags: ["imported", "wb-center", remoteId],
  };
}

type BookLanguage = "language" | "meaningLanguage";

/**
 * Adds the languages that a book does not name, guessed from its words. English and Chinese are
 * left out, because each word shows them by itself.
 */
export function withLanguages<B extends Pick<CenterBook, BookLanguage>>(
  book: B,
  words: readonly CenterWord[],
): B {
  const guess = (texts: readonly string[]) => {
    const tag = guessLanguage(texts);
    return tag === "en" || tag === "zh" ? null : tag;
  };
  return {
    ...book,
    language: book.language ?? guess(words.map(({ spelling }) => spelling)),
    meaningLanguage: book.meaningLanguage ?? guess(words.flatMap(({ meanings }) => meanings)),
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

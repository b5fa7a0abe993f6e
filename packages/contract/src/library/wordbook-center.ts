import { z } from "zod";
import { ImportSource, paged, PageQuery, Timestamp } from "../core/common.ts";
import { endpoint, enveloped } from "../core/endpoint.ts";
import { Wordbook } from "./wordbooks.ts";

const learner = { access: "learner", stability: "beta" } as const;
const fetchErrors = [
  "WB_CENTER_INVALID_URL",
  "WB_CENTER_FETCH_FAILED",
  "WB_CENTER_TOO_LARGE",
  "WB_CENTER_READ_FAILED",
  "WB_CENTER_PARSE_FAILED",
] as const;
/** Errors that any request to the center may end with. */
export const centerErrors = ["WB_CENTER_NOT_CONFIGURED", ...fetchErrors] as const;

export const CenterSettings = z.object({
  wordbookCenterUrl: z
    .string()
    .nullable()
    .describe(
      "Public http(s) URL of the index or its folder; null: the operator's center, or none.",
    ),
});

/** The center's description of a book, without its words. */
export const CenterBook = z.object({
  id: z.string().describe("Id of the book in the wordbook center."),
  name: z.string().describe("Name of the book."),
  description: z.string().describe("Description of the book; may be empty."),
  wordCount: z.number().int().describe("Number of words in the book, according to the center."),
  coverImage: z.string().nullable().describe("URL of a picture; null if there is none."),
  tags: z.array(z.string()).describe("Labels of the book."),
  version: z.string().describe("Version of the book, any text; may be empty."),
  author: z.string().describe("Author of the book; may be empty."),
  downloadCount: z.number().int().describe("Number of downloads, according to the center."),
  language: z
    .string()
    .nullable()
    .describe("Beta. Language of the words, a BCP 47 tag; null if the center does not say."),
  meaningLanguage: z
    .string()
    .nullable()
    .describe("Beta. Language of the meanings, a BCP 47 tag; null if the center does not say."),
});

export const CenterBookEntry = CenterBook.extend({
  imported: z.boolean().describe("Whether the book has been imported."),
  localWordbookId: z
    .string()
    .nullable()
    .describe("Id of the imported wordbook, a UUID; null if the book is not imported."),
  localVersion: z
    .string()
    .nullable()
    .describe("Version that was imported; null if the book is not imported."),
  hasUpdate: z.boolean().describe("Whether the center's version differs from the imported one."),
});

export const CenterWord = z.object({
  spelling: z.string().describe("Spelling of the word."),
  phonetic: z.string().nullable().describe("Phonetic notation; null if not given."),
  meanings: z.array(z.string()).describe("Meanings of the word, one text each."),
  examples: z.array(z.string()).describe("Example sentences with the word."),
  audioUrl: z.string().nullable().describe("URL of a recording; null if there is none."),
});

export const CenterBookPreview = CenterBook.extend({
  words: paged(CenterWord),
});

export const ImportResult = z.object({
  wordbook: Wordbook.describe("The wordbook that was created."),
  wordsImported: z.number().int().describe("Number of words added to the library by the import."),
  wordsSkipped: z
    .number()
    .int()
    .describe(
      "Number of words already in the library, plus entries that are blank, repeated or too " +
        "long.",
    ),
  wordsWithoutMeaning: z
    .number()
    .int()
    .describe("Number of words without a meaning in the file, or with only a part of speech."),
});

/** An imported book whose version at the center differs. */
export const CenterUpdate = z.object({
  remoteId: z.string().describe("Id of the book in the wordbook center."),
  name: z.string().describe("Name of the book."),
  localVersion: z.string().describe("Imported version."),
  remoteVersion: z.string().describe("The center's version."),
  localWordbookId: z.string().describe("Id of the imported wordbook, a UUID."),
});

export const SyncResult = z.object({
  wordbook: Wordbook.describe("The wordbook after the update."),
  wordsAdded: z.number().int().describe("Number of words added to the book."),
  wordsUpdated: z.number().int().describe("Number of imported words whose content changed."),
  wordsRemoved: z.number().int().describe("Number of words removed from the book."),
});

export const SyncForesight = z.object({
  localVersion: z.string().describe("Imported version."),
  remoteVersion: z.string().describe("The center's version."),
  wordsAdded: z.number().int().describe("Number of words that would be added to the book."),
  wordsUpdated: z.number().int().describe("Number of imported words whose content would change."),
  wordsRemoved: z.number().int().describe("Number of words that would be removed from the book."),
});

/**
 * Current state of one import; later syncs update it. While an import runs, its counts grow and its
 * wordbook cannot be read. A failed import is removed within a minute.
 */
export const ImportHistoryEntry = z.object({
  id: z.string().describe("Id of the import, a UUID."),
  wordbookId: z
    .string()
    .nullable()
    .describe("Id of the wordbook, a UUID; null if the book was deleted."),
  remoteId: z
    .string()
    .nullable()
    .describe("Id of the book in the wordbook center; null if it was imported from its own URL."),
  sourceUrl: z.string().describe("URL of the file."),
  version: z.string().describe("Currently imported version; may be empty."),
  wordsImported: z.number().int().describe("Number of words added to the library by the import."),
  wordsSkipped: z
    .number()
    .int()
    .describe(
      "Number of words already in the library, plus entries that are blank, repeated or too " +
        "long.",
    ),
  status: z
    .enum(["importing", "complete", "failed"])
    .describe(
      "importing: counts still grow, and the book cannot be read yet; failed: removed within " +
        "a minute.",
    ),
  importedAt: Timestamp.describe("When the import started."),
});

export const readCenterSettings = endpoint({
  method: "GET",
  path: "/api/wordbook-center/settings",
  summary: "The wordbook center used for the caller.",
  ...learner,
  replies: { 200: enveloped(CenterSettings) },
  errors: [],
});

export const writeCenterSettings = endpoint({
  method: "PUT",
  path: "/api/wordbook-center/settings",
  summary: "Set the caller's wordbook center, or return to the operator's.",
  ...learner,
  body: CenterSettings,
  replies: { 200: enveloped(CenterSettings) },
  errors: ["WB_CENTER_INVALID_URL"],
});

export const browseCenter = endpoint({
  method: "GET",
  path: "/api/wordbook-center/browse",
  summary: "Books of the wordbook center, with their import status.",
  ...learner,
  replies: { 200: enveloped(z.array(CenterBookEntry)) },
  errors: centerErrors,
});

export const previewCenterBook = endpoint({
  method: "GET",
  path: "/api/wordbook-center/browse/:id",
  summary: "One book of the wordbook center with a page of its words.",
  ...learner,
  query: PageQuery,
  replies: { 200: enveloped(CenterBookPreview) },
  errors: [...centerErrors, "WB_CENTER_ID_MISMATCH"],
});

export const importCenterBook = endpoint({
  method: "POST",
  path: "/api/wordbook-center/import/:id",
  summary: "Import a book of the wordbook center as the caller's wordbook.",
  ...learner,
  replies: { 201: enveloped(ImportResult) },
  errors: [
    ...centerErrors,
    "WB_CENTER_ID_MISMATCH",
    "WB_CENTER_ALREADY_IMPORTED",
    "NEW_WORDS_LIMIT",
    "WORDBOOK_LIMIT",
  ],
});

export const importBookFromUrl = endpoint({
  method: "POST",
  path: "/api/wordbook-center/import-url",
  summary: "Import a book file from a URL.",
  ...learner,
  body: ImportSource,
  replies: { 201: enveloped(ImportResult) },
  errors: [...fetchErrors, "WB_CENTER_ALREADY_IMPORTED", "NEW_WORDS_LIMIT", "WORDBOOK_LIMIT"],
});

export const listImportHistory = endpoint({
  method: "GET",
  path: "/api/wordbook-center/import-history",
  summary: "Books imported by the caller, newest first.",
  ...learner,
  query: PageQuery,
  replies: { 200: enveloped(paged(ImportHistoryEntry)) },
  errors: [],
});

export const listCenterUpdates = endpoint({
  method: "GET",
  path: "/api/wordbook-center/updates",
  summary: "Imported books for which the wordbook center has a different version.",
  ...learner,
  replies: { 200: enveloped(z.array(CenterUpdate)) },
  errors: centerErrors,
});

export const foreseeCenterSync = endpoint({
  method: "GET",
  path: "/api/wordbook-center/updates/:id",
  summary: "Preview what updating an imported book would change; nothing is changed.",
  ...learner,
  replies: { 200: enveloped(SyncForesight) },
  errors: [...centerErrors, "WB_CENTER_ID_MISMATCH", "NOT_FOUND"],
});

export const syncCenterBook = endpoint({
  method: "POST",
  path: "/api/wordbook-center/updates/:id/sync",
  summary: "Update an imported book to the wordbook center's version.",
  ...learner,
  replies: { 200: enveloped(SyncResult) },
  errors: [...centerErrors, "WB_CENTER_ID_MISMATCH", "NOT_FOUND", "NEW_WORDS_LIMIT"],
});

export type CenterBook = z.infer<typeof CenterBook>;
export type CenterBookEntry = z.infer<typeof CenterBookEntry>;
export type CenterWord = z.infer<typeof CenterWord>;
export type ImportResult = z.infer<typeof ImportResult>;
export type ImportHistoryEntry = z.infer<typeof ImportHistoryEntry>;

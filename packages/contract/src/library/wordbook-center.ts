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
/** What any question to the center may end with. */
export const centerErrors = ["WB_CENTER_NOT_CONFIGURED", ...fetchErrors] as const;

export const CenterSettings = z.object({
  wordbookCenterUrl: z
    .string()
    .nullable()
    .describe("Public http(s) address of the index or its folder; null: the operator's, or none."),
});

/** The center's description of a book, without its words. */
export const CenterBook = z.object({
  id: z.string().describe("Id of the book in the wordbook center."),
  name: z.string().describe("What the book is called."),
  description: z.string().describe("What it is about; may be empty."),
  wordCount: z.number().int().describe("Words in the book, as the center says."),
  coverImage: z.string().nullable().describe("Address of a picture; null: none."),
  tags: z.array(z.string()).describe("Labels of the book."),
  version: z.string().describe("Version of the book, any text; may be empty."),
  author: z.string().describe("Who made it; may be empty."),
  downloadCount: z.number().int().describe("How often it was taken, as the center says."),
});

export const CenterBookEntry = CenterBook.extend({
  imported: z.boolean().describe("Whether it is among the wordbooks here."),
  localWordbookId: z
    .string()
    .nullable()
    .describe("Id of the wordbook here, a UUID; null if it is not imported."),
  localVersion: z.string().nullable().describe("Version that is here; null if it is not imported."),
  hasUpdate: z
    .boolean()
    .describe("Whether the center has another version than that which is here."),
});

export const CenterWord = z.object({
  spelling: z.string().describe("How it is spelled."),
  phonetic: z.string().nullable().describe("Phonetic notation; null: not given."),
  meanings: z.array(z.string()).describe("What it means, one text for each meaning."),
  examples: z.array(z.string()).describe("Sentences with the word."),
  audioUrl: z.string().nullable().describe("Address of a recording; null: none."),
});

export const CenterBookPreview = CenterBook.extend({
  words: paged(CenterWord),
});

export const ImportResult = z.object({
  wordbook: Wordbook.describe("The wordbook that was made."),
  wordsImported: z.number().int().describe("Words added to the library with it."),
  wordsSkipped: z
    .number()
    .int()
    .describe(
      "Words that were in the library before, and entries that are blank, repeated or too long.",
    ),
  wordsWithoutMeaning: z
    .number()
    .int()
    .describe("Words that have no meaning in the file, or nothing but a part of speech."),
});

/** An imported book of which the center has another version. */
export const CenterUpdate = z.object({
  remoteId: z.string().describe("Id of the book in the wordbook center."),
  name: z.string().describe("What the book is called."),
  localVersion: z.string().describe("Version that is here."),
  remoteVersion: z.string().describe("Version of the center."),
  localWordbookId: z.string().describe("Id of the wordbook here, a UUID."),
});

export const SyncResult = z.object({
  wordbook: Wordbook.describe("The wordbook as it is now."),
  wordsAdded: z.number().int().describe("Words that were added to it."),
  wordsUpdated: z.number().int().describe("Words of the import whose content changed."),
  wordsRemoved: z.number().int().describe("Words that were removed from it."),
});

export const SyncForesight = z.object({
  localVersion: z.string().describe("The version that was imported."),
  remoteVersion: z.string().describe("The version of the wordbook center."),
  wordsAdded: z.number().int().describe("Words that would be added to the book."),
  wordsUpdated: z.number().int().describe("Words of the import whose content would change."),
  wordsRemoved: z.number().int().describe("Words that would be removed from the book."),
});

/**
 * Current state of one import; updated by later syncs. The counts of an import that is still
 * running grow until it is complete, and only then its wordbook can be read. A failed import is
 * removed within a minute.
 */
export const ImportHistoryEntry = z.object({
  id: z.string().describe("Id of the import, a UUID."),
  wordbookId: z
    .string()
    .nullable()
    .describe("Id of the wordbook, a UUID; null once it is deleted."),
  remoteId: z
    .string()
    .nullable()
    .describe("Id of the book in the wordbook center; null: imported from an address of its own."),
  sourceUrl: z.string().describe("Address of the file."),
  version: z.string().describe("Version that is here now; may be empty."),
  wordsImported: z.number().int().describe("Words added to the library with it."),
  wordsSkipped: z
    .number()
    .int()
    .describe(
      "Words that were in the library before, and entries that are blank, repeated or too long.",
    ),
  status: z
    .enum(["importing", "complete", "failed"])
    .describe(
      "importing: the counts still grow, and the book cannot be read yet; failed: " +
        "removed within a minute.",
    ),
  importedAt: Timestamp.describe("When it was begun."),
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
  summary: "Books of the wordbook center, and which of them are imported.",
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
  ],
});

export const importBookFromUrl = endpoint({
  method: "POST",
  path: "/api/wordbook-center/import-url",
  summary: "Import a book file from a URL.",
  ...learner,
  body: ImportSource,
  replies: { 201: enveloped(ImportResult) },
  errors: [...fetchErrors, "WB_CENTER_ALREADY_IMPORTED", "NEW_WORDS_LIMIT"],
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
  summary: "What updating an imported book would change. Nothing is changed.",
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

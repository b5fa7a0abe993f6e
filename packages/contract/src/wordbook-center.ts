import { z } from "zod";
import { ImportSource, PageQuery, Timestamp, paged } from "./common.ts";
import { endpoint, enveloped } from "./endpoint.ts";
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

export const CenterSettings = z.object({ wordbookCenterUrl: z.string().nullable() });

/** The center's description of a book, without its words. */
export const CenterBook = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  wordCount: z.number().int(),
  coverImage: z.string().nullable(),
  tags: z.array(z.string()),
  version: z.string(),
  author: z.string(),
  downloadCount: z.number().int(),
});

export const CenterBookEntry = CenterBook.extend({
  imported: z.boolean(),
  localWordbookId: z.string().nullable(),
  localVersion: z.string().nullable(),
  hasUpdate: z.boolean(),
});

export const CenterWord = z.object({
  spelling: z.string(),
  phonetic: z.string().nullable(),
  meanings: z.array(z.string()),
  examples: z.array(z.string()),
  audioUrl: z.string().nullable(),
});

export const CenterBookPreview = CenterBook.extend({ words: paged(CenterWord) });

export const ImportResult = z.object({
  wordbook: Wordbook,
  wordsImported: z.number().int(),
  wordsSkipped: z.number().int(),
});

/** An imported book of which the center has another version. */
export const CenterUpdate = z.object({
  remoteId: z.string(),
  name: z.string(),
  localVersion: z.string(),
  remoteVersion: z.string(),
  localWordbookId: z.string(),
});

export const SyncResult = z.object({
  wordbook: Wordbook,
  wordsAdded: z.number().int(),
  wordsUpdated: z.number().int(),
  wordsRemoved: z.number().int(),
});

/**
 * Current state of one import; updated by later syncs. The counts of an import that is still
 * running grow until it is complete, and only then its wordbook can be read. A failed import is
 * removed within a minute.
 */
export const ImportHistoryEntry = z.object({
  id: z.string(),
  /** Null once the book is deleted. */
  wordbookId: z.string().nullable(),
  remoteId: z.string().nullable(),
  sourceUrl: z.string(),
  version: z.string(),
  wordsImported: z.number().int(),
  wordsSkipped: z.number().int(),
  status: z.enum(["importing", "complete", "failed"]),
  importedAt: Timestamp,
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
  errors: [...centerErrors, "WB_CENTER_ID_MISMATCH", "WB_CENTER_ALREADY_IMPORTED"],
});

export const importBookFromUrl = endpoint({
  method: "POST",
  path: "/api/wordbook-center/import-url",
  summary: "Import a book file from a URL.",
  ...learner,
  body: ImportSource,
  replies: { 201: enveloped(ImportResult) },
  errors: [...fetchErrors, "WB_CENTER_ALREADY_IMPORTED"],
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

export const syncCenterBook = endpoint({
  method: "POST",
  path: "/api/wordbook-center/updates/:id/sync",
  summary: "Update an imported book to the wordbook center's version.",
  ...learner,
  replies: { 200: enveloped(SyncResult) },
  errors: [...centerErrors, "WB_CENTER_ID_MISMATCH", "NOT_FOUND"],
});

export type CenterBook = z.infer<typeof CenterBook>;
export type CenterBookEntry = z.infer<typeof CenterBookEntry>;
export type CenterWord = z.infer<typeof CenterWord>;
export type ImportResult = z.infer<typeof ImportResult>;
export type ImportHistoryEntry = z.infer<typeof ImportHistoryEntry>;

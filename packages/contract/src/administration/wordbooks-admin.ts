import { z } from "zod";
import { ComputedAt, Deleted, paged, PageQuery, Timestamp } from "../core/common.ts";
import { endpoint, enveloped, stream } from "../core/endpoint.ts";
import { entrySentences } from "../core/operator-sentences.ts";
import { sentenceFields } from "../core/sentences.ts";
import { list } from "../core/sizes.ts";
import {
  CenterBookEntry,
  CenterBookPreview,
  centerErrors,
  CenterUpdate,
  CenterWord,
  ImportResult,
  SyncResult,
} from "../library/wordbook-center.ts";
import { BookWordIds, Wordbook } from "../library/wordbooks.ts";
import { LanguageTag, SearchQuery, WordPublic } from "../library/words.ts";

const admin = { access: "admin", stability: "beta" } as const;

/** Tags of a wordbook: at most 50 of 1 to 64 characters. */
export const WordbookTags = list(z.string().trim().min(1).max(64), {
  max: 50,
  tooMany: "VALIDATION_ERROR",
});

/** What administrators say about the languages of a system book. */
const bookLanguages = {
  language: LanguageTag.nullish().describe(
    "Language of the words, a BCP 47 tag; null: that of its words. Also the default for words " +
      "added to it.",
  ),
  meaningLanguage: LanguageTag.nullish().describe("Language of the meanings, likewise."),
};

/** A wordbook as administrators see it. */
export const AdminWordbook = Wordbook.extend({
  ownerEmail: z
    .string()
    .nullable()
    .describe("E-mail address of the learner who owns it; null for a system book."),
  wordCount: z.number().int().describe("Number of words in the book that exist."),
  activeUsers: z.number().int().describe("Number of learners who selected it for study."),
  tags: z.array(z.string()).describe("Tags of the book, at most 50."),
});

/** One entry in the history of a wordbook. */
export const WordbookStep = z.object({
  id: z.string().describe("Id of the entry, a UUID."),
  at: Timestamp.describe("When the change was made."),
  actorKind: z
    .enum(["admin", "user", "system"])
    .describe("Who made the change; system: the service itself."),
  actorId: z.string().nullable().describe("Id of the administrator or learner."),
  action: z
    .enum(["created", "renamed", "words_added", "words_removed", "tags", "imported", "synced"])
    .describe("The change, for programs."),
  count: z.number().int().nullable().describe("Number of words, for changes to words."),
  detail: z.string().describe("The change, in English."),
});

export const listAdminWordbooks = endpoint({
  method: "GET",
  path: "/api/admin/wordbooks",
  summary: "System wordbooks and those of all learners.",
  ...admin,
  query: PageQuery.extend({
    type: z
      .enum(["system", "user"])
      .optional()
      .describe("Only system books, or only learners' own."),
    search: z.string().max(100).optional().describe("Part of the name, ignoring case."),
    sort: z
      .enum(["newest", "hottest"])
      .default("newest")
      .describe("Sort order; hottest: by number of learners who selected it, highest first."),
  }),
  replies: {
    200: enveloped(
      paged(AdminWordbook).extend({
        counts: z
          .object({
            all: z.number().int().describe("Number of all wordbooks."),
            system: z.number().int().describe("Number of system wordbooks."),
            user: z.number().int().describe("Number of learners' wordbooks."),
            totalEntries: z.number().int().describe("Total entries of all books."),
          })
          .describe("Figures of all wordbooks, regardless of the filter."),
      }),
    ),
  },
  errors: [],
});

export const createSystemWordbook = endpoint({
  method: "POST",
  path: "/api/admin/wordbooks",
  summary: "Create a system wordbook.",
  ...admin,
  body: z.object({
    name: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .describe("Name of the book, 1 to 100 characters after trimming."),
    description: z
      .string()
      .max(1000)
      .nullish()
      .describe("Description of the book, at most 1000 characters."),
    type: z.literal("system").nullish().describe("Always a system book; may be omitted."),
    ...bookLanguages,
  }),
  faults: { name: "WORDBOOK_INVALID_NAME" },
  replies: { 201: enveloped(Wordbook) },
  errors: ["WORDBOOK_INVALID_NAME", "INVALID_LANGUAGE"],
});

export const changeSystemWordbook = endpoint({
  method: "PATCH",
  path: "/api/admin/wordbooks/:id",
  summary:
    "Change name, description, tags or languages of a system wordbook; absent fields are " +
    "unchanged.",
  ...admin,
  body: z
    .object({
      name: z
        .string()
        .trim()
        .min(1)
        .max(100)
        .nullish()
        .describe("Name of the book, 1 to 100 characters after trimming."),
      description: z
        .string()
        .max(1000)
        .nullable()
        .optional()
        .describe("Description of the book, at most 1000 characters; null for none."),
      tags: WordbookTags.nullish().describe("At most 50 tags of 1 to 64 characters."),
      ...bookLanguages,
    })
    .refine(
      ({ name, tags, ...cleared }) =>
        name != null || tags != null || Object.values(cleared).some((value) => value !== undefined),
      { message: "name, description, tags or a language is needed" },
    ),
  faults: { name: "WORDBOOK_INVALID_NAME", tags: "VALIDATION_ERROR" },
  replies: { 200: enveloped(Wordbook) },
  errors: [
    "WORDBOOK_INVALID_NAME",
    "INVALID_LANGUAGE",
    "VALIDATION_ERROR",
    "NOT_FOUND",
    "FORBIDDEN",
  ],
});

export const deleteSystemWordbook = endpoint({
  method: "DELETE",
  path: "/api/admin/wordbooks/:id",
  summary: "Delete a system wordbook; its words and learners' progress on them are kept.",
  ...admin,
  replies: { 200: enveloped(Deleted) },
  errors: ["NOT_FOUND", "FORBIDDEN"],
});

export const listAdminWordbookWords = endpoint({
  method: "GET",
  path: "/api/admin/wordbooks/:id/words",
  summary: "Words of a wordbook in alphabetical order, or those that contain a text.",
  ...admin,
  query: SearchQuery,
  replies: { 200: enveloped(paged(WordPublic)) },
  errors: ["NOT_FOUND"],
});

export const addSystemBookWords = endpoint({
  method: "POST",
  path: "/api/admin/wordbooks/:id/words",
  summary: "Add words to a system wordbook.",
  ...admin,
  body: BookWordIds,
  replies: {
    200: enveloped(
      z.object({ added: z.number().int().describe("Number of words that were not in it before.") }),
    ),
  },
  errors: ["WORDBOOK_TOO_MANY_WORDS", "NOT_FOUND", "FORBIDDEN"],
});

export const removeSystemBookWords = endpoint({
  method: "DELETE",
  path: "/api/admin/wordbooks/:id/words",
  summary: "Remove words from a system wordbook; they are kept in the library.",
  ...admin,
  body: BookWordIds,
  replies: {
    200: enveloped(
      z.object({ removed: z.number().int().describe("Number of words that were in it.") }),
    ),
  },
  errors: ["WORDBOOK_TOO_MANY_WORDS", "NOT_FOUND", "FORBIDDEN"],
});

export const readWordbookStats = endpoint({
  method: "GET",
  path: "/api/admin/wordbooks/:id/stats",
  summary: "Usage of a wordbook.",
  ...admin,
  replies: {
    200: enveloped(
      z.object({
        wordCount: z.number().int().describe("Number of words in the book that exist."),
        activeUsers: z.number().int().describe("Number of learners who selected it for study."),
        studiedWords: z
          .number()
          .int()
          .describe("Number of words that at least one learner has studied."),
        masteredWords: z
          .number()
          .int()
          .describe("Number of words that at least one learner has mastered now."),
        accuracy: z
          .number()
          .min(0)
          .max(1)
          .nullable()
          .describe(
            "Share of right answers to its words in the last 30 days, 0 to 1, of all learners " +
              "or, for a learner's book, of its owner; null if there are none.",
          ),
        accuracyComputedAt: ComputedAt.describe(
          "Time that the accuracy was computed; up to one minute old if that takes less than " +
            "two seconds.",
        ),
      }),
    ),
  },
  errors: ["NOT_FOUND"],
});

export const listWordbookHistory = endpoint({
  method: "GET",
  path: "/api/admin/wordbooks/:id/history",
  summary: "History of a wordbook, newest first, at most the last 1000 changes.",
  ...admin,
  query: PageQuery,
  replies: { 200: enveloped(paged(WordbookStep)) },
  errors: ["NOT_FOUND"],
});

export const exportAdminWordbook = endpoint({
  method: "GET",
  path: "/api/admin/wordbooks/:id/export",
  summary:
    "The words of a wordbook as a file: json, the format of a wordbook center, which can be " +
    "uploaded again; csv with a header row; or txt with a word, a tab and its meaning per " +
    "line.",
  ...admin,
  query: z.object({
    format: z
      .enum(["json", "csv", "txt"])
      .default("json")
      .describe("json: can be uploaded again; csv, txt; default: json."),
  }),
  replies: { 200: stream("application/json", "text/csv", "text/plain") },
  errors: ["NOT_FOUND"],
});

export type AdminWordbook = z.infer<typeof AdminWordbook>;
export type WordbookStep = z.infer<typeof WordbookStep>;

const UPLOAD_MAX_BYTES = 50 * 1024 * 1024;

/** The result of an upload. */
export const UploadPreview = z.object({
  name: z.string().describe("Name of the book, at most 100 characters."),
  wordCount: z.number().int().describe("Number of words that the book would have."),
  willLink: z.number().int().describe("Number of those that are already in the library."),
  withoutMeaning: z
    .number()
    .int()
    .describe("Number of those that have no meaning in the file, or only a part of speech."),
  preview: z.array(CenterWord).describe("The first 20 words."),
  errors: z
    .array(
      z.object({
        index: z.number().int().describe("Index in the list of words, from 0."),
        message: z.string().describe("Why the entry is not valid, in English."),
        ...sentenceFields(entrySentences),
      }),
    )
    .describe("The first 100 invalid entries."),
});

export const browseAdminCenter = endpoint({
  method: "GET",
  path: "/api/admin/wordbook-center/browse",
  summary: "Books of the operator's wordbook center, and which of them are system books.",
  ...admin,
  replies: { 200: enveloped(z.array(CenterBookEntry)) },
  errors: centerErrors,
});

export const previewAdminCenterBook = endpoint({
  method: "GET",
  path: "/api/admin/wordbook-center/browse/:id",
  summary: "One book of the operator's wordbook center with a page of its words.",
  ...admin,
  query: PageQuery,
  replies: { 200: enveloped(CenterBookPreview) },
  errors: [...centerErrors, "WB_CENTER_ID_MISMATCH"],
});

export const listAdminCenterUpdates = endpoint({
  method: "GET",
  path: "/api/admin/wordbook-center/updates",
  summary: "System books for which the operator's wordbook center has a different version.",
  ...admin,
  replies: { 200: enveloped(z.array(CenterUpdate)) },
  errors: centerErrors,
});

export const importSystemBook = endpoint({
  method: "POST",
  path: "/api/admin/wordbook-center/import/:id",
  summary: "Import a book of the operator's wordbook center as a system book.",
  ...admin,
  replies: { 201: enveloped(ImportResult) },
  errors: [...centerErrors, "WB_CENTER_ID_MISMATCH", "WB_CENTER_ALREADY_IMPORTED"],
});

export const syncSystemBook = endpoint({
  method: "POST",
  path: "/api/admin/wordbook-center/updates/:id/sync",
  summary: "Update an imported system book to the center's version.",
  ...admin,
  replies: { 200: enveloped(SyncResult) },
  errors: [...centerErrors, "WB_CENTER_ID_MISMATCH", "NOT_FOUND"],
});

export const uploadSystemBook = endpoint({
  method: "POST",
  path: "/api/admin/wordbook-center/upload",
  summary:
    "Import a book file, in the format of a wordbook center, as a system book; dryRun " +
    "previews the result. A book is identified by its id: it can be uploaded again once it " +
    "has been deleted.",
  ...admin,
  query: z.object({
    dryRun: z
      .enum(["true", "false"])
      .default("false")
      .describe("true: preview without storing anything."),
  }),
  bodyForm: "stream",
  bodyMaxBytes: UPLOAD_MAX_BYTES,
  replies: { 200: enveloped(UploadPreview), 201: enveloped(ImportResult) },
  errors: [
    "WB_CENTER_PARSE_FAILED",
    "WB_CENTER_TOO_LARGE",
    "WB_CENTER_ALREADY_IMPORTED",
    "PAYLOAD_TOO_LARGE",
  ],
});

export const changeCenterTags = endpoint({
  method: "PATCH",
  path: "/api/admin/wordbook-center/:wordbookId/tags",
  summary: "Change the tags of a system book: replace, then add, then remove.",
  ...admin,
  body: z.object({
    replace: WordbookTags.nullish().describe(
      "Tags that replace all others; at most 50 tags of 1 to 64 characters.",
    ),
    add: WordbookTags.nullish().describe("Tags to add; the book may then have at most 50."),
    remove: WordbookTags.nullish().describe(
      "Tags to remove; tags that the book does not have are ignored.",
    ),
  }),
  faults: { replace: "VALIDATION_ERROR", add: "VALIDATION_ERROR", remove: "VALIDATION_ERROR" },
  replies: {
    200: enveloped(
      z.object({ tags: z.array(z.string()).describe("The resulting tags of the book.") }),
    ),
  },
  errors: ["VALIDATION_ERROR", "NOT_FOUND", "FORBIDDEN"],
});

export type UploadPreview = z.infer<typeof UploadPreview>;

import { z } from "zod";
import { PageQuery } from "./common.ts";
import { endpoint, enveloped } from "./endpoint.ts";
import {
  CenterBookEntry,
  CenterBookPreview,
  CenterUpdate,
  CenterWord,
  centerErrors,
  ImportResult,
  SyncResult,
} from "./wordbook-center.ts";
import { WordbookTags } from "./wordbook-desk.ts";

const admin = { access: "admin", stability: "beta" } as const;

const UPLOAD_MAX_BYTES = 50 * 1024 * 1024;

/** What an upload would bring. */
export const UploadPreview = z.object({
  name: z.string().describe("Name of the book, at most 100 characters."),
  wordCount: z.number().int().describe("Words that the book would have."),
  willLink: z.number().int().describe("Those of them that are in the library already."),
  withoutMeaning: z
    .number()
    .int()
    .describe("Those of them that have no meaning in the file, or nothing but a part of speech."),
  preview: z.array(CenterWord).describe("The first 20 of them."),
  errors: z
    .array(
      z.object({
        index: z.number().int().describe("Place in the list of words, counted from 0."),
        message: z.string().describe("Why the entry cannot be taken, in English."),
      }),
    )
    .describe("The first 100 entries that cannot be taken."),
});

export const browseCenterDesk = endpoint({
  method: "GET",
  path: "/api/admin/wordbook-center/browse",
  summary: "Books of the operator's wordbook center, and which of them are system books.",
  ...admin,
  replies: { 200: enveloped(z.array(CenterBookEntry)) },
  errors: centerErrors,
});

export const previewCenterDeskBook = endpoint({
  method: "GET",
  path: "/api/admin/wordbook-center/browse/:id",
  summary: "One book of the operator's wordbook center with a page of its words.",
  ...admin,
  query: PageQuery,
  replies: { 200: enveloped(CenterBookPreview) },
  errors: [...centerErrors, "WB_CENTER_ID_MISMATCH"],
});

export const listCenterDeskUpdates = endpoint({
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
    "Import a book file, in the format of a wordbook center, as a system book; with dryRun see " +
    "what it would bring. A book is known by its id: it can be uploaded again once it is deleted.",
  ...admin,
  query: z.object({
    dryRun: z.enum(["true", "false"]).default("false").describe("true: store nothing."),
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
    replace: WordbookTags.nullish().describe("At most 50 tags of 1 to 64 characters."),
    add: WordbookTags.nullish().describe("The book has at most 50 tags then."),
    remove: WordbookTags.nullish().describe("Tags that it does not have are ignored."),
  }),
  faults: { replace: "VALIDATION_ERROR", add: "VALIDATION_ERROR", remove: "VALIDATION_ERROR" },
  replies: {
    200: enveloped(z.object({ tags: z.array(z.string()).describe("The tags of the book now.") })),
  },
  errors: ["VALIDATION_ERROR", "NOT_FOUND", "FORBIDDEN"],
});

export type UploadPreview = z.infer<typeof UploadPreview>;

import { z } from "zod";
import { ImportSource, PageQuery, Timestamp, paged } from "./common.ts";
import { endpoint, enveloped } from "./endpoint.ts";
import { list } from "./sizes.ts";

export const WordPublic = z.object({
  id: z.string(),
  text: z.string(),
  meaning: z.string(),
  pronunciation: z.string().nullable(),
  partOfSpeech: z.string().nullable(),
  difficulty: z.number(),
  examples: z.array(z.string()),
  tags: z.array(z.string()),
  createdAt: Timestamp,
});

/** Examples or tags of a word. */
const texts = list(z.string(), { max: 50, tooMany: "WORDS_INVALID_PAYLOAD" });

/** A word sent by a client; the service checks the texts, with a separate error code. */
export const WordDraft = z.object({
  id: z.string().nullish(),
  text: z.string(),
  meaning: z.string(),
  pronunciation: z.string().nullish(),
  partOfSpeech: z.string().nullish(),
  difficulty: z.number().nullish(),
  examples: texts.nullish(),
  tags: texts.nullish(),
});

/** The id in the path is not validated; an unknown one is not found. */
const byId = { access: "learner_or_admin" } as const;

export const SearchQuery = PageQuery.extend({ search: z.string().max(100).optional() });

export const listWords = endpoint({
  method: "GET",
  path: "/api/words",
  summary: "Words in alphabetical order, or those that contain a text.",
  ...byId,
  query: SearchQuery,
  replies: { 200: enveloped(paged(WordPublic)) },
  errors: [],
});

export const countWords = endpoint({
  method: "GET",
  path: "/api/words/count",
  summary: "Number of words in the library.",
  ...byId,
  replies: { 200: enveloped(z.object({ total: z.number().int() })) },
  errors: [],
});

export const readWord = endpoint({
  method: "GET",
  path: "/api/words/:id",
  summary: "One word.",
  ...byId,
  replies: { 200: enveloped(WordPublic) },
  errors: ["NOT_FOUND"],
});

export const createWord = endpoint({
  method: "POST",
  path: "/api/words",
  summary: "Add a word.",
  access: "admin",
  body: WordDraft,
  replies: { 201: enveloped(WordPublic) },
  errors: ["WORDS_INVALID_PAYLOAD", "CONFLICT"],
});

export const updateWord = endpoint({
  method: "PUT",
  path: "/api/words/:id",
  summary: "Change a word; an empty text or meaning keeps the old value.",
  access: "admin",
  body: WordDraft,
  replies: { 200: enveloped(WordPublic) },
  errors: ["WORDS_INVALID_PAYLOAD", "NOT_FOUND"],
});

export const deleteWord = endpoint({
  method: "DELETE",
  path: "/api/words/:id",
  summary: "Delete a word with its wordbook entries, favourites, notes and states; records stay.",
  access: "admin",
  replies: { 200: enveloped(z.object({ deleted: z.literal(true), id: z.string() })) },
  errors: ["NOT_FOUND"],
});

export const createWordBatch = endpoint({
  method: "POST",
  path: "/api/words/batch",
  summary: "Add up to 500 words; entries without text or meaning are skipped.",
  access: "admin",
  body: z.object({ words: list(WordDraft, { min: 1, max: "LIMITS_MAX_BATCH_SIZE" }) }),
  replies: {
    201: enveloped(
      z.object({
        count: z.number().int(),
        skipped: z.array(z.number().int()),
        items: z.array(WordPublic),
      }),
    ),
  },
  errors: ["BATCH_TOO_LARGE", "WORDS_INVALID_PAYLOAD", "CONFLICT"],
});

export const readWordBatch = endpoint({
  method: "POST",
  path: "/api/words/batch-get",
  summary: "Words by id, in the order requested; unknown ids are left out.",
  ...byId,
  body: z.object({ ids: list(z.string(), { min: 1, max: "LIMITS_MAX_BATCH_SIZE" }) }),
  replies: { 200: enveloped(z.array(WordPublic)) },
  errors: ["BATCH_TOO_LARGE"],
});

export const importWordsFromUrl = endpoint({
  method: "POST",
  path: "/api/words/import-url",
  summary: "Add words from a text file at a URL, one per line.",
  access: "admin",
  stability: "beta",
  body: ImportSource,
  replies: {
    201: enveloped(z.object({ imported: z.number().int(), items: z.array(WordPublic) })),
  },
  errors: [
    "IMPORT_INVALID_URL",
    "IMPORT_FETCH_FAILED",
    "IMPORT_TOO_LARGE",
    "IMPORT_READ_FAILED",
    "WORDS_INVALID_PAYLOAD",
  ],
});

export type WordPublic = z.infer<typeof WordPublic>;
export type WordDraft = z.infer<typeof WordDraft>;

import { z } from "zod";
import { paged, PageQuery, Timestamp } from "../core/common.ts";
import { endpoint, enveloped } from "../core/endpoint.ts";
import { list } from "../core/sizes.ts";
import { WordPublic } from "./words.ts";

export const Wordbook = z.object({
  id: z.string().describe("Id of the wordbook, a UUID."),
  name: z.string().describe("Name of the book, 1 to 100 characters."),
  description: z
    .string()
    .describe("Description of the book, at most 1000 characters; may be empty."),
  type: z.enum(["system", "user"]).describe("system: for everyone; user: owned by one learner."),
  userId: z.string().nullable().describe("Id of the learner who owns it; null for a system book."),
  wordCount: z.number().int().describe("Number of words in the book that exist."),
  createdAt: Timestamp.describe("When the book was created."),
  language: z
    .string()
    .nullable()
    .describe(
      "Beta. Language of the words, a BCP 47 tag: what an administrator has set, else the one " +
        "language of all words; null if it is mixed or the book is empty.",
    ),
  meaningLanguage: z.string().nullable().describe("Beta. Language of the meanings, likewise."),
  isRanked: z
    .boolean()
    .describe("Beta. Whether its words are in order of frequency, as in the starter books."),
});
/** Absent fields leave the value unchanged; a null description clears it. */
const WordbookChange = z.object({
  name: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .nullish()
    .describe(
      "Name of the book, 1 to 100 characters after trimming; omit to keep the current one.",
    ),
  description: z
    .string()
    .max(1000)
    .nullish()
    .describe(
      "Description of the book, at most 1000 characters; null clears it, omit to keep the " +
        "current one.",
    ),
});
/** Ids have 1 to 64 characters and need not belong to an existing word. */
const WordId = z.string().min(1).max(64);

export const listSystemWordbooks = endpoint({
  method: "GET",
  path: "/api/wordbooks/system",
  summary:
    "Wordbooks available to everyone; those for learners with the caller's language come first.",
  access: "learner_or_admin",
  query: z.object({
    languages: z
      .string()
      .max(320)
      .optional()
      .describe(
        "Languages whose starter books are listed, separated by commas, such as `de,fr`; `*` " +
          "lists all. By default `en`, and all for administrators. Other books are always listed.",
      ),
  }),
  replies: { 200: enveloped(z.array(Wordbook)) },
  errors: ["INVALID_LANGUAGE"],
});

export const listUserWordbooks = endpoint({
  method: "GET",
  path: "/api/wordbooks/user",
  summary: "The caller's wordbooks.",
  access: "learner",
  replies: { 200: enveloped(z.array(Wordbook)) },
  errors: [],
});
export const createWordbook = endpoint({
  method: "POST",
  path: "/api/wordbooks",
  summary: "Create a wordbook.",
  access: "learner",
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
  }),
  faults: { name: "WORDBOOK_INVALID_NAME" },
  replies: { 201: enveloped(Wordbook) },
  errors: ["WORDBOOK_INVALID_NAME", "WORDBOOK_LIMIT"],
});

export const readWordbook = endpoint({
  method: "GET",
  path: "/api/wordbooks/:id",
  summary: "A system wordbook or one of the caller's; administrators may read any.",
  access: "learner_or_admin",
  replies: { 200: enveloped(Wordbook) },
  errors: ["NOT_FOUND", "FORBIDDEN"],
});

export const changeWordbook = endpoint({
  method: "PATCH",
  path: "/api/wordbooks/:id",
  summary: "Change the name, the description or both of one of the caller's wordbooks.",
  access: "learner",
  body: WordbookChange.refine(
    ({ name, description }) => name != null || description !== undefined,
    {
      message: "name or description is needed",
    },
  ),
  faults: { name: "WORDBOOK_INVALID_NAME" },
  replies: { 200: enveloped(Wordbook) },
  errors: ["WORDBOOK_INVALID_NAME", "NOT_FOUND", "FORBIDDEN"],
});
export const listWordbookWords = endpoint({
  method: "GET",
  path: "/api/wordbooks/:id/words",
  summary: "Words of a system wordbook or of one of the caller's, in the order of the book.",
  access: "learner_or_admin",
  query: PageQuery,
  replies: { 200: enveloped(paged(WordPublic)) },
  errors: ["NOT_FOUND", "FORBIDDEN"],
});

export const BookWordIds = z.object({
  wordIds: list(WordId, {
    min: 1,
    max: "LIMITS_MAX_BATCH_SIZE",
    tooMany: "WORDBOOK_TOO_MANY_WORDS",
  }).describe("Ids of words, 1 to 64 characters each."),
});

export const addWordbookWords = endpoint({
  method: "POST",
  path: "/api/wordbooks/:id/words",
  summary: "Add words to one of the caller's wordbooks.",
  access: "learner",
  body: BookWordIds,
  replies: {
    200: enveloped(
      z.object({
        added: z.number().int().describe("Number of words that were not in the book before."),
      }),
    ),
  },
  errors: ["WORDBOOK_TOO_MANY_WORDS", "NOT_FOUND", "FORBIDDEN"],
});
export const removeWordbookWord = endpoint({
  method: "DELETE",
  path: "/api/wordbooks/:id/words/:wordId",
  summary: "Remove a word from one of the caller's wordbooks.",
  access: "learner",
  replies: {
    200: enveloped(
      z.object({
        removed: z.literal(true).describe("Always true, whether or not the word was in the book."),
      }),
    ),
  },
  errors: ["NOT_FOUND", "FORBIDDEN"],
});

export type Wordbook = z.infer<typeof Wordbook>;

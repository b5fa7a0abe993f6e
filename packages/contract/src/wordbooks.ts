import { z } from "zod";
import { PageQuery, Timestamp, paged } from "./common.ts";
import { endpoint, enveloped } from "./endpoint.ts";
import { idList, list } from "./sizes.ts";
import { WordPublic } from "./words.ts";

export const Wordbook = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  type: z.enum(["system", "user"]),
  userId: z.string().nullable(),
  wordCount: z.number().int(),
  createdAt: Timestamp,
});

/** A learner's progress with a book. */
export const WordbookProgress = z.object({
  wordbookId: z.string(),
  wordCount: z.number().int(),
  /** Words in any state but `new`. */
  studiedWords: z.number().int(),
  masteredWords: z.number().int().meta({ description: "Words that are mastered now." }),
  reviewingWords: z.number().int(),
  forgottenWords: z.number().int(),
  /** Share of studied words, 0 to 1; 0 for an empty book. */
  progress: z.number().min(0).max(1),
  /** Share of mastered words, 0 to 1. */
  masteryProgress: z.number().min(0).max(1),
  /** When a word of the book was last answered. */
  lastStudiedAt: Timestamp.nullable(),
});

/** Need not be the id of an existing word; ids have 1 to 64 characters. */
const WordId = z.string().min(1).max(64);

export const listSystemWordbooks = endpoint({
  method: "GET",
  path: "/api/wordbooks/system",
  summary: "Wordbooks available to everyone; first those for learners of the reader's language.",
  access: "learner_or_admin",
  stability: "stable",
  replies: { 200: enveloped(z.array(Wordbook)) },
  errors: [],
});

export const listUserWordbooks = endpoint({
  method: "GET",
  path: "/api/wordbooks/user",
  summary: "The caller's wordbooks.",
  access: "learner",
  stability: "stable",
  replies: { 200: enveloped(z.array(Wordbook)) },
  errors: [],
});

export const readWordbookProgress = endpoint({
  method: "GET",
  path: "/api/wordbooks/progress",
  summary: "The caller's progress with these wordbooks, or with all visible ones.",
  access: "learner",
  stability: "beta",
  query: z.object({
    wordbookIds: idList({
      max: "LIMITS_MAX_BATCH_SIZE",
      tooMany: "WORDBOOK_TOO_MANY_IDS",
    }).optional(),
  }),
  replies: { 200: enveloped(z.array(WordbookProgress)) },
  errors: ["WORDBOOK_TOO_MANY_IDS"],
});

export const createWordbook = endpoint({
  method: "POST",
  path: "/api/wordbooks",
  summary: "Create a wordbook.",
  access: "learner",
  stability: "stable",
  body: z.object({
    name: z.string().trim().min(1).max(100),
    description: z.string().max(1000).nullish(),
  }),
  faults: { name: "WORDBOOK_INVALID_NAME" },
  replies: { 201: enveloped(Wordbook) },
  errors: ["WORDBOOK_INVALID_NAME"],
});

export const listWordbookWords = endpoint({
  method: "GET",
  path: "/api/wordbooks/:id/words",
  summary: "Words of a system wordbook or one of the caller's.",
  access: "learner_or_admin",
  stability: "stable",
  query: PageQuery,
  replies: { 200: enveloped(paged(WordPublic)) },
  errors: ["NOT_FOUND", "FORBIDDEN"],
});

export const addWordbookWords = endpoint({
  method: "POST",
  path: "/api/wordbooks/:id/words",
  summary: "Add words to one of the caller's wordbooks.",
  access: "learner",
  stability: "stable",
  body: z.object({
    wordIds: list(WordId, {
      min: 1,
      max: "LIMITS_MAX_BATCH_SIZE",
      tooMany: "WORDBOOK_TOO_MANY_WORDS",
    }),
  }),
  replies: { 200: enveloped(z.object({ added: z.number().int() })) },
  errors: ["WORDBOOK_TOO_MANY_WORDS", "NOT_FOUND", "FORBIDDEN"],
});

export const removeWordbookWord = endpoint({
  method: "DELETE",
  path: "/api/wordbooks/:id/words/:wordId",
  summary: "Remove a word from one of the caller's wordbooks.",
  access: "learner",
  stability: "stable",
  replies: { 200: enveloped(z.object({ removed: z.literal(true) })) },
  errors: ["NOT_FOUND", "FORBIDDEN"],
});

export type Wordbook = z.infer<typeof Wordbook>;
export type WordbookProgress = z.infer<typeof WordbookProgress>;

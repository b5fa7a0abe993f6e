import { z } from "zod";
import { PageQuery, Timestamp, paged } from "./common.ts";
import { endpoint, enveloped } from "./endpoint.ts";
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

/** Whether the word exists is not asked, but it must be possible: ids have 1 to 64 characters. */
const WordId = z.string().min(1).max(64);

export const listSystemWordbooks = endpoint({
  method: "GET",
  path: "/api/wordbooks/system",
  summary: "Wordbooks that everyone may use.",
  access: "learner_or_admin",
  stability: "stable",
  replies: { 200: enveloped(z.array(Wordbook)) },
  errors: [],
});

export const listUserWordbooks = endpoint({
  method: "GET",
  path: "/api/wordbooks/user",
  summary: "Wordbooks of the caller.",
  access: "learner",
  stability: "stable",
  replies: { 200: enveloped(z.array(Wordbook)) },
  errors: [],
});

export const createWordbook = endpoint({
  method: "POST",
  path: "/api/wordbooks",
  summary: "Make a wordbook of one's own.",
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
  summary: "Words of an own or system wordbook.",
  access: "learner_or_admin",
  stability: "stable",
  query: PageQuery,
  replies: { 200: enveloped(paged(WordPublic)) },
  errors: ["NOT_FOUND", "FORBIDDEN"],
});

export const addWordbookWords = endpoint({
  method: "POST",
  path: "/api/wordbooks/:id/words",
  summary: "Put words into an own wordbook.",
  access: "learner",
  stability: "stable",
  body: z.object({ wordIds: z.array(WordId).min(1) }),
  replies: { 200: enveloped(z.object({ added: z.number().int() })) },
  errors: ["WORDBOOK_TOO_MANY_WORDS", "NOT_FOUND", "FORBIDDEN"],
});

export const removeWordbookWord = endpoint({
  method: "DELETE",
  path: "/api/wordbooks/:id/words/:wordId",
  summary: "Take a word out of an own wordbook.",
  access: "learner",
  stability: "stable",
  replies: { 200: enveloped(z.object({ removed: z.literal(true) })) },
  errors: ["NOT_FOUND", "FORBIDDEN"],
});

export type Wordbook = z.infer<typeof Wordbook>;

import { z } from "zod";
import { Deleted, paged, PageQuery, Timestamp, UpdatedAt, WordId } from "../core/common.ts";
import { endpoint, enveloped } from "../core/endpoint.ts";

const learner = { access: "learner", stability: "beta" } as const;
const contentErrors = ["WORD_NOTE_EMPTY_CONTENT", "WORD_NOTE_TOO_LONG", "NOT_FOUND"] as const;

/** A learner's private note about a word. */
export const WordNote = z.object({
  id: z.string().describe("Id of the note, a UUID."),
  wordId: WordId,
  content: z.string().describe("Text of the note, 1 to 5000 characters."),
  createdAt: Timestamp.describe("When it was written."),
  updatedAt: UpdatedAt,
});

/**
 * 1 to 5000 characters. The service checks the length, because empty and too long have separate
 * codes.
 */
const Content = z.string().meta({ description: "1 to 5000 characters after trimming" });

export const listNotes = endpoint({
  method: "GET",
  path: "/api/word-notes",
  summary: "The caller's notes, newest first: a list for one word, or a page of all notes.",
  ...learner,
  query: PageQuery.extend({
    wordId: z
      .string()
      .optional()
      .describe("Only notes about this word; the reply is then a plain list."),
  }),
  replies: { 200: enveloped(z.union([z.array(WordNote), paged(WordNote)])) },
  errors: [],
});

export const createNote = endpoint({
  method: "POST",
  path: "/api/word-notes",
  summary: "Write a note about a word.",
  ...learner,
  body: z.object({ wordId: WordId, content: Content }),
  replies: { 201: enveloped(WordNote) },
  errors: contentErrors,
});

export const updateNote = endpoint({
  method: "PUT",
  path: "/api/word-notes/:id",
  summary: "Replace the text of one of the caller's notes.",
  ...learner,
  body: z.object({ content: Content }),
  replies: { 200: enveloped(WordNote) },
  errors: contentErrors,
});

export const deleteNote = endpoint({
  method: "DELETE",
  path: "/api/word-notes/:id",
  summary: "Delete one of the caller's notes.",
  ...learner,
  replies: { 200: enveloped(Deleted) },
  errors: ["NOT_FOUND"],
});

export type WordNote = z.infer<typeof WordNote>;

import { z } from "zod";
import { Deleted, PageQuery, Timestamp, WordbookId, paged } from "./common.ts";
import { endpoint, enveloped, stream } from "./endpoint.ts";
import { idList, list } from "./sizes.ts";
import { WordPublic } from "./words.ts";

export const Wordbook = z.object({
  id: z.string().describe("Id of the wordbook, a UUID."),
  name: z.string().describe("What the book is called, 1 to 100 characters."),
  description: z.string().describe("What it is about, at most 1000 characters; may be empty."),
  type: z.enum(["system", "user"]).describe("system: for everyone; user: a learner's own."),
  userId: z.string().nullable().describe("Id of the learner it belongs to; null: a system book."),
  wordCount: z.number().int().describe("Words of the book that exist."),
  createdAt: Timestamp.describe("When the book was made."),
});

/** A learner's progress with a book. */
export const WordbookProgress = z.object({
  wordbookId: WordbookId,
  wordCount: z.number().int().describe("Words of the book that exist."),
  studiedWords: z.number().int().describe("Words in any state but `new`."),
  masteredWords: z.number().int().meta({ description: "Words that are mastered now." }),
  reviewingWords: z.number().int().describe("Words in the state `reviewing` now."),
  forgottenWords: z.number().int().describe("Words in the state `forgotten` now."),
  progress: z
    .number()
    .min(0)
    .max(1)
    .describe("Share of studied words, 0 to 1; 0 for an empty book."),
  masteryProgress: z
    .number()
    .min(0)
    .max(1)
    .describe("Share of mastered words, 0 to 1; 0 for an empty book."),
  lastStudiedAt: Timestamp.nullable().describe(
    "When a word of the book was last answered; null: never.",
  ),
});

/** Absent values are unchanged; a description of null is emptied. */
const WordbookChange = z.object({
  name: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .nullish()
    .describe("What the book is called, 1 to 100 characters after trimming; absent: it stays."),
  description: z
    .string()
    .max(1000)
    .nullish()
    .describe("What it is about, at most 1000 characters; null: nothing. Absent: it stays."),
});

/** What became, or would become, of a line of a word list. */
export const WordListRow = z.object({
  line: z
    .number()
    .int()
    .describe("Place in the list, counted from 1, with blank lines and comments."),
  text: z.string().meta({ description: "The word; of an invalid line its first 200 characters." }),
  meaning: z.string().nullable().meta({
    description: "Of the word in the library, else that of the line; its first 200 characters.",
  }),
  outcome: z.enum(["found", "new", "unknown", "duplicate", "invalid"]).meta({
    description:
      "found: in the library; new: not there, and added to it with its meaning; unknown: not " +
      "there, and without a meaning; duplicate: earlier in the list or already in the book; " +
      "invalid: see message",
  }),
  wordId: z.string().nullable().describe("Id of the word in the library; null: it is not there."),
  message: z
    .string()
    .nullable()
    .describe("What is wrong with the line, in English; null: nothing."),
});

export const WordListResult = z.object({
  rows: z
    .array(WordListRow)
    .describe("One for each line that is neither blank nor a comment (`#`)."),
  found: z.number().int().describe("Lines with a word of the library."),
  added: z
    .number()
    .int()
    .describe("Words added to the book, or that would be: those found and the new ones."),
  unknown: z
    .number()
    .int()
    .describe("Lines with a word that is not in the library, and without a meaning."),
  duplicates: z
    .number()
    .int()
    .describe("Lines with a word that is earlier in the list or already in the book."),
  invalid: z.number().int().describe("Lines that cannot be read."),
  withoutMeaning: z
    .number()
    .int()
    .describe("Words among `added` that have no meaning, or nothing but a part of speech."),
});

/** Need not be the id of an existing word; ids have 1 to 64 characters. */
const WordId = z.string().min(1).max(64);

export const listSystemWordbooks = endpoint({
  method: "GET",
  path: "/api/wordbooks/system",
  summary: "Wordbooks available to everyone; first those for learners of the reader's language.",
  access: "learner_or_admin",
  replies: { 200: enveloped(z.array(Wordbook)) },
  errors: [],
});

export const listUserWordbooks = endpoint({
  method: "GET",
  path: "/api/wordbooks/user",
  summary: "The caller's wordbooks.",
  access: "learner",
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
    })
      .optional()
      .describe(
        "Ids of wordbooks, separated by commas, at most 500; absent: all that the caller " +
          "can see.",
      ),
  }),
  replies: { 200: enveloped(z.array(WordbookProgress)) },
  errors: ["WORDBOOK_TOO_MANY_IDS"],
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
      .describe("What the book is called, 1 to 100 characters after trimming."),
    description: z
      .string()
      .max(1000)
      .nullish()
      .describe("What it is about, at most 1000 characters."),
  }),
  faults: { name: "WORDBOOK_INVALID_NAME" },
  replies: { 201: enveloped(Wordbook) },
  errors: ["WORDBOOK_INVALID_NAME"],
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
  summary: "Change name, description or both of one of the caller's wordbooks.",
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

export const deleteWordbook = endpoint({
  method: "DELETE",
  path: "/api/wordbooks/:id",
  summary: "Delete one of the caller's wordbooks; its words and what was learned of them stay.",
  access: "learner",
  replies: { 200: enveloped(Deleted) },
  errors: ["NOT_FOUND", "FORBIDDEN"],
});

export const exportWordbook = endpoint({
  method: "GET",
  path: "/api/wordbooks/:id/export",
  summary:
    "The words of a system wordbook or one of the caller's as a file: csv with a header row, or " +
    "txt with a word, a tab and its meaning in each line.",
  access: "learner",
  stability: "beta",
  query: z.object({
    format: z
      .enum(["csv", "txt"])
      .default("csv")
      .describe(
        "csv: with a header row; txt: a word, a tab and its meaning in each line; " +
          "default: csv.",
      ),
  }),
  replies: { 200: stream("text/csv", "text/plain") },
  errors: ["NOT_FOUND", "FORBIDDEN"],
});

export const listWordbookWords = endpoint({
  method: "GET",
  path: "/api/wordbooks/:id/words",
  summary: "Words of a system wordbook or one of the caller's.",
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
      z.object({ added: z.number().int().describe("Words that were not in it before.") }),
    ),
  },
  errors: ["WORDBOOK_TOO_MANY_WORDS", "NOT_FOUND", "FORBIDDEN"],
});

export const addWordbookText = endpoint({
  method: "POST",
  path: "/api/wordbooks/:id/words/text",
  summary:
    "Add a list of words to one of the caller's wordbooks, or see what would be added: at most " +
    "2000 lines with a word, or a word and its meaning divided by a tab, a semicolon or a comma.",
  access: "learner",
  stability: "beta",
  body: z.object({
    text: z
      .string()
      .max(262_144)
      .describe("The lines, at most 2000 with a word and 262,144 characters."),
    mode: z
      .enum(["preview", "add"])
      .describe("preview: only tell what would be added; add: do it."),
    onDuplicate: z
      .enum(["library", "own"])
      .nullish()
      .meta({
        description:
          "Of a word that the library has with another meaning than the line: library (default) " +
          "takes the word of the library, own adds a word with the meaning of the line.",
      }),
  }),
  faults: { text: "IMPORT_TOO_LARGE" },
  replies: { 200: enveloped(WordListResult) },
  errors: ["IMPORT_TOO_LARGE", "NEW_WORDS_LIMIT", "NOT_FOUND", "FORBIDDEN"],
});

export const removeWordbookWord = endpoint({
  method: "DELETE",
  path: "/api/wordbooks/:id/words/:wordId",
  summary: "Remove a word from one of the caller's wordbooks.",
  access: "learner",
  replies: {
    200: enveloped(
      z.object({
        removed: z.literal(true).describe("Always true, whether or not the word was in it."),
      }),
    ),
  },
  errors: ["NOT_FOUND", "FORBIDDEN"],
});

export type Wordbook = z.infer<typeof Wordbook>;
export type WordListResult = z.infer<typeof WordListResult>;
export type WordListRow = z.infer<typeof WordListRow>;
export type WordbookProgress = z.infer<typeof WordbookProgress>;

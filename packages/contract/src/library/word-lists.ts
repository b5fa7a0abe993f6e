import { z } from "zod";
import { endpoint, enveloped, stream } from "../core/endpoint.ts";

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
    .describe("What is wrong with the line, in the learner's language; null: nothing."),
  problem: z
    .enum(["no_word", "open_quote", "long_line", "long_word", "long_meaning"])
    .nullable()
    .describe("The same by code; null likewise."),
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

export type WordListResult = z.infer<typeof WordListResult>;

export type WordListRow = z.infer<typeof WordListRow>;

import { z } from "zod";
import { endpoint, enveloped, stream } from "../core/endpoint.ts";

/** The actual or previewed result for a line of a word list. */
export const WordListRow = z.object({
  line: z.number().int().describe("Line number, from 1, counting blank lines and comments."),
  text: z
    .string()
    .meta({ description: "The word; for an invalid line, its first 200 characters." }),
  meaning: z
    .string()
    .nullable()
    .meta({
      description:
        "Meaning of the word in the library or, if it is not there, in the line; its first 200 " +
        "characters.",
    }),
  outcome: z.enum(["found", "new", "unknown", "duplicate", "invalid"]).meta({
    description:
      "found: in the library; new: not in the library, added to it with the line's meaning; " +
      "unknown: not in the library, and the line has no meaning; duplicate: earlier in the " +
      "list or already in the book; invalid: see message",
  }),
  wordId: z.string().nullable().describe("Id of the word in the library; null if it is not there."),
  message: z
    .string()
    .nullable()
    .describe("What is wrong with the line, in the learner's language; null if nothing is."),
  problem: z
    .enum(["no_word", "open_quote", "long_line", "long_word", "long_meaning"])
    .nullable()
    .describe("The same problem by code; null if there is none."),
});

export const WordListResult = z.object({
  rows: z
    .array(WordListRow)
    .describe("One entry for each line that is neither blank nor a comment (`#`)."),
  found: z.number().int().describe("Number of lines with a word from the library."),
  added: z
    .number()
    .int()
    .describe("Number of words added to the book, or that would be added: found and new ones."),
  unknown: z
    .number()
    .int()
    .describe("Number of lines with a word that is not in the library, and without a meaning."),
  duplicates: z
    .number()
    .int()
    .describe("Number of lines with a word that is earlier in the list or already in the book."),
  invalid: z.number().int().describe("Number of lines that cannot be read."),
  withoutMeaning: z
    .number()
    .int()
    .describe("Number of `added` words that have no meaning, or only a part of speech."),
});

export const exportWordbook = endpoint({
  method: "GET",
  path: "/api/wordbooks/:id/export",
  summary:
    "Words of a system wordbook or of one of the caller's, as a file: csv with a header row, " +
    "or txt with a word, a tab and its meaning per line.",
  access: "learner",
  stability: "beta",
  query: z.object({
    format: z
      .enum(["csv", "txt"])
      .default("csv")
      .describe(
        "csv: with a header row; txt: a word, a tab and its meaning per line; default: csv.",
      ),
  }),
  replies: { 200: stream("text/csv", "text/plain") },
  errors: ["NOT_FOUND", "FORBIDDEN"],
});

export const addWordbookText = endpoint({
  method: "POST",
  path: "/api/wordbooks/:id/words/text",
  summary:
    "Add a list of words to one of the caller's wordbooks, or preview the result. The list " +
    "has at most 2000 lines, each with a word, or a word and its meaning separated by a tab, " +
    "a semicolon or a comma.",
  access: "learner",
  stability: "beta",
  body: z.object({
    text: z
      .string()
      .max(262_144)
      .describe("The lines, at most 2000 with a word and 262,144 characters in total."),
    mode: z
      .enum(["preview", "add"])
      .describe("preview: only report what would be added; add: add the words."),
    onDuplicate: z
      .enum(["library", "own"])
      .nullish()
      .meta({
        description:
          "For a word whose meaning in the library differs from the line's: library (default) " +
          "uses the library's word, own adds a word with the line's meaning.",
      }),
  }),
  faults: { text: "IMPORT_TOO_LARGE" },
  replies: { 200: enveloped(WordListResult) },
  errors: ["IMPORT_TOO_LARGE", "NEW_WORDS_LIMIT", "NOT_FOUND", "FORBIDDEN"],
});

export type WordListResult = z.infer<typeof WordListResult>;

export type WordListRow = z.infer<typeof WordListRow>;

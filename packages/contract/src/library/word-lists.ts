import { z } from "zod";
import { endpoint, enveloped } from "../core/endpoint.ts";
import { LanguageTag } from "./words.ts";

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
        "Meaning of the word that is taken or made; its first 200 characters; null if there is " +
        "none.",
    }),
  outcome: z.enum(["found", "own", "filled", "unknown", "duplicate", "invalid"]).meta({
    description:
      "found: a word that is there, of the library or the caller's own; own: a word of the " +
      "caller's own with the line's meaning; filled: likewise, with a meaning from a " +
      "dictionary or a language model; unknown: nothing is known of a word without a meaning; " +
      "duplicate: earlier in the list or already in the book; invalid: see message",
  }),
  wordId: z.string().nullable().describe("Id of the word; null if there is none, or none yet."),
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
  found: z.number().int().describe("Number of lines with a word that is there."),
  own: z.number().int().describe("Number of lines with a word of the caller's own to be made."),
  filled: z
    .number()
    .int()
    .describe("Number of the same with a meaning from a dictionary or a language model."),
  added: z.number().int().describe("Number of words added to the book, or that would be added."),
  unknown: z
    .number()
    .int()
    .describe("Number of lines without a meaning, with a word of which nothing is known."),
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

export const addWordbookText = endpoint({
  method: "POST",
  path: "/api/wordbooks/:id/words/text",
  summary:
    "Add a list of words to one of the caller's wordbooks, or preview the result. The list " +
    "has at most 2000 lines, each with a word, or a word and its meaning separated by a tab, " +
    "a semicolon, a comma, or a dash or an equals sign between spaces.",
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
      .enum(["own", "link", "skip", "library"])
      .nullish()
      .meta({
        description:
          "For a text that is there with another meaning: own (default) keeps the line's " +
          "meaning as a word of the caller's own, link takes the library's word, skip leaves " +
          "the line out. library: old name of link.",
      }),
    language: LanguageTag.nullish().describe(
      "Language of the words, a BCP 47 tag; default: that of the book's words, else `en`.",
    ),
    meaningLanguage: LanguageTag.nullish().describe(
      "Language of the meanings, a BCP 47 tag; default: that of the book's meanings, else the " +
        "caller's language.",
    ),
    keepUnknown: z
      .boolean()
      .nullish()
      .describe("Whether words of which nothing is known are added without a meaning."),
  }),
  faults: { text: "IMPORT_TOO_LARGE" },
  replies: { 200: enveloped(WordListResult) },
  errors: ["IMPORT_TOO_LARGE", "INVALID_LANGUAGE", "OWN_WORDS_LIMIT", "NOT_FOUND", "FORBIDDEN"],
});

export type WordListResult = z.infer<typeof WordListResult>;

export type WordListRow = z.infer<typeof WordListRow>;

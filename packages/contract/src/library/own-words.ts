import { z } from "zod";
import { paged, PageQuery } from "../core/common.ts";
import { endpoint, enveloped } from "../core/endpoint.ts";
import { list } from "../core/sizes.ts";
import { DictionarySource } from "./dictionaries.ts";
import { DeletedWord, LanguageTag, SEARCHED_PARTS, WordDraft, WordPublic } from "./words.ts";

const learner = { access: "learner", stability: "beta" } as const;

export const OnDuplicate = z
  .enum(["own", "link", "skip"])
  .describe(
    "For a word that is already there: own (default) adds a word of one's own unless text, " +
      "language and meaning are the same; link takes the library's word of the same text and " +
      "language, whatever it means; skip leaves the word out.",
  );

export const OwnWordDraft = WordDraft.omit({ id: true }).extend({
  language: LanguageTag.nullish().describe(
    "Language of `text`, a BCP 47 tag; default: that of the words of the book, otherwise `en`.",
  ),
  meaningLanguage: LanguageTag.nullish().describe(
    "Language of `meaning`, a BCP 47 tag; default: `zh` if the meaning has a Chinese " +
      "character, otherwise the caller's language.",
  ),
  wordbookId: z.string().nullish().describe("One of the caller's wordbooks, to add the word to."),
  onDuplicate: OnDuplicate.nullish(),
});

const wrongDrafts = [
  "WORDS_INVALID_PAYLOAD",
  "INVALID_LANGUAGE",
  "OWN_WORDS_LIMIT",
  "NOT_FOUND",
  "FORBIDDEN",
] as const;

export const listOwnWords = endpoint({
  method: "GET",
  path: "/api/own-words",
  summary:
    "The caller's own words, and the library words that the caller has changed for themselves.",
  ...learner,
  query: PageQuery.extend({
    search: z.string().max(100).optional().describe(`Part of ${SEARCHED_PARTS}.`),
    language: z
      .string()
      .optional()
      .describe("Only words of this language, a BCP 47 tag; `zh` includes `zh-Hans`."),
    wordbookId: z.string().optional().describe("Only words of this one of the caller's wordbooks."),
    tag: z.string().optional().describe("Only words with exactly this tag of the caller's."),
  }),
  replies: { 200: enveloped(paged(WordPublic)) },
  errors: ["INVALID_LANGUAGE", "NOT_FOUND", "FORBIDDEN"],
});

export const listOwnTags = endpoint({
  method: "GET",
  path: "/api/own-words/tags",
  summary: "The tags that the caller gave to words, by name.",
  ...learner,
  replies: {
    200: enveloped(
      z.object({
        tags: z
          .array(
            z.object({
              tag: z.string().describe("The tag, as the caller wrote it."),
              count: z.number().int().describe("Number of words with it."),
            }),
          )
          .describe("All tags of own words, and of own versions of library words."),
      }),
    ),
  },
  errors: [],
});

export const renameOwnTag = endpoint({
  method: "POST",
  path: "/api/own-words/tags",
  summary: "Rename a tag in all of the caller's words, or remove it.",
  ...learner,
  body: z.object({
    tag: z.string().describe("The tag as it is now."),
    to: z
      .string()
      .nullable()
      .describe(
        "Its new name, at most 64 characters; null removes it. A word with both keeps one.",
      ),
  }),
  replies: {
    200: enveloped(
      z.object({ changed: z.number().int().describe("Number of words that had the tag.") }),
    ),
  },
  errors: ["WORDS_INVALID_PAYLOAD"],
});

export const readOwnWord = endpoint({
  method: "GET",
  path: "/api/own-words/:id",
  summary: "A word as the caller sees it, the library's word beside it, and its source.",
  ...learner,
  replies: {
    200: enveloped(
      z.object({
        word: WordPublic.describe("The word, with the caller's own values."),
        library: WordPublic.nullable().describe(
          "The library's word as everyone else sees it: the same word, or the one of `basedOn`; " +
            "null if there is none.",
        ),
        source: DictionarySource.nullable().describe(
          "The dictionary from which the word was filled, to be named with it; null if it was not.",
        ),
      }),
    ),
  },
  errors: ["NOT_FOUND"],
});

export const createOwnWord = endpoint({
  method: "POST",
  path: "/api/own-words",
  summary: "Add a word of one's own; 200 with the word that exists if none is added.",
  ...learner,
  body: OwnWordDraft,
  replies: { 201: enveloped(WordPublic), 200: enveloped(WordPublic) },
  errors: wrongDrafts,
});

export const createOwnWordBatch = endpoint({
  method: "POST",
  path: "/api/own-words/batch",
  summary: "Add up to 500 words of one's own; entries without text or meaning are skipped.",
  ...learner,
  body: z.object({
    words: list(OwnWordDraft, { min: 1, max: "LIMITS_MAX_BATCH_SIZE" }).describe(
      "The words to add, in any order.",
    ),
  }),
  replies: {
    201: enveloped(
      z.object({
        count: z.number().int().describe("Number of `items`."),
        items: z
          .array(WordPublic)
          .describe("The words of all entries that were not skipped, in the order sent."),
        skipped: z
          .array(z.number().int())
          .describe("Indexes of the entries that were left out, from 0, in ascending order."),
        linked: z
          .array(z.number().int())
          .describe("Indexes of the entries for which a word that exists was taken, likewise."),
      }),
    ),
  },
  errors: ["BATCH_TOO_LARGE", ...wrongDrafts],
});

export const changeOwnWord = endpoint({
  method: "PATCH",
  path: "/api/own-words/:id",
  summary:
    "Change a word of one's own, or one's own version of a library word; null clears a field, " +
    "or returns to the library's value.",
  ...learner,
  body: OwnWordDraft.omit({ wordbookId: true, onDuplicate: true })
    .extend({
      text: z.string().nullish().describe("Spelling of the word; not for a library word."),
      meaning: z.string().nullish().describe("Meaning of the word, at most 2000 characters."),
    })
    .refine((fields) => Object.values(fields).some((value) => value !== undefined), {
      message: "a field is needed",
    }),
  replies: { 200: enveloped(WordPublic) },
  errors: ["WORDS_INVALID_PAYLOAD", "INVALID_LANGUAGE", "NOT_FOUND"],
});

export const deleteOwnWord = endpoint({
  method: "DELETE",
  path: "/api/own-words/:id",
  summary:
    "Delete a word of one's own with its entries, state, notes and favorite; records are kept. " +
    "Of a library word, drop one's own version.",
  ...learner,
  replies: { 200: enveloped(DeletedWord) },
  errors: ["NOT_FOUND"],
});

export type OnDuplicate = z.infer<typeof OnDuplicate>;
export type OwnWordDraft = z.infer<typeof OwnWordDraft>;

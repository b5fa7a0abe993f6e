import { z } from "zod";
import { done, paged, PageQuery, Timestamp, WordId } from "../core/common.ts";
import { endpoint, enveloped } from "../core/endpoint.ts";
import { idList, list } from "../core/sizes.ts";

export const WordPublic = z.object({
  id: z
    .string()
    .describe(
      "Id of the word, 1 to 64 characters; a UUID unless another id was given when the word " +
        "was added.",
    ),
  text: z.string().describe("Spelling of the word, 1 to 200 characters."),
  meaning: z
    .string()
    .describe("Meaning of the word, at most 2000 characters; empty if a word list gave none."),
  pronunciation: z
    .string()
    .nullable()
    .describe("Phonetic notation, at most 200 characters; null if unknown."),
  partOfSpeech: z
    .string()
    .nullable()
    .describe("Part of speech, such as `noun`, at most 64 characters; null if unknown."),
  difficulty: z.number().describe("Inherent difficulty of the word, 0 (easy) to 1 (hard)."),
  examples: z
    .array(z.string())
    .describe("Example sentences, at most 50 of at most 1000 characters each."),
  tags: z.array(z.string()).describe("Tags of the word, at most 50 of at most 64 characters each."),
  createdAt: Timestamp.describe("When the word was added."),
  language: z.string().describe("Beta. Language of `text`: a canonical BCP 47 tag, such as `en`."),
  meaningLanguage: z
    .string()
    .describe("Beta. Language of `meaning`: a canonical BCP 47 tag, such as `zh-Hans`."),
  reading: z
    .string()
    .nullable()
    .describe(
      "Beta. How the word is read, in kana, pinyin or another romanization, at most 200 " +
        "characters; null if unknown.",
    ),
  exampleMeanings: z
    .array(z.string())
    .describe(
      "Beta. Translations of `examples`, in their order, with empty texts for missing ones; " +
        "empty if there are none.",
    ),
  audioUrl: z
    .string()
    .nullable()
    .describe(
      "Beta. Recording of the word: a path of this service (`/api/media/…`) or an https " +
        "address; null if there is none.",
    ),
  ownerId: z
    .string()
    .nullable()
    .describe("Beta. null for a word of the library; the caller's id for a word of their own."),
  ownFields: z
    .array(z.string())
    .describe("Beta. Fields in which the caller has replaced the library's value."),
  basedOn: z
    .string()
    .nullable()
    .describe(
      "Beta. For the caller's own word: id of the library word of the same text and language " +
        "that it started from; otherwise null.",
    ),
});

/** Examples or tags of a word. */
const texts = list(z.string(), { max: 50, tooMany: "WORDS_INVALID_PAYLOAD" });

/** The service checks it, with its own error code. */
export const LanguageTag = z.string();

/** A word sent by a client; the service checks the texts itself, with its own error code. */
export const WordDraft = z.object({
  id: z
    .string()
    .nullish()
    .describe("1 to 64 letters, digits or `. _ : -`; default: a new UUID. Ignored in a change."),
  text: z
    .string()
    .describe(
      "Spelling of the word, trimmed, at most 200 characters; may be empty only in a change, " +
        "where it keeps the current one.",
    ),
  meaning: z
    .string()
    .describe(
      "Meaning of the word, trimmed, at most 2000 characters; may be empty only in a change, " +
        "where it keeps the current one.",
    ),
  pronunciation: z
    .string()
    .nullish()
    .describe("Phonetic notation, at most 200 characters; empty for none."),
  partOfSpeech: z
    .string()
    .nullish()
    .describe("Part of speech, such as `noun`, at most 64 characters; empty for none."),
  difficulty: z
    .number()
    .nullish()
    .describe("Inherent difficulty, clamped to 0 (easy) to 1 (hard); default for a new word: 0.5."),
  examples: texts
    .nullish()
    .describe("Example sentences, at most 50 of at most 1000 characters each."),
  tags: texts.nullish().describe("Tags of the word, at most 50 of at most 64 characters each."),
  language: LanguageTag.nullish().describe(
    "Beta. Language of `text`, a BCP 47 tag; default for a new word: `en`.",
  ),
  meaningLanguage: LanguageTag.nullish().describe(
    "Beta. Language of `meaning`, a BCP 47 tag; default for a new word: `zh` if the meaning has " +
      "a Chinese character, otherwise `en`.",
  ),
  reading: z
    .string()
    .nullish()
    .describe("Beta. How the word is read, at most 200 characters; empty for none."),
  exampleMeanings: texts
    .nullish()
    .describe(
      "Beta. Translations of `examples`, in their order, at most 1000 characters each; " +
        "empty where there is none.",
    ),
  audioUrl: z
    .string()
    .nullish()
    .describe(
      "Beta. Recording of the word: a path `/api/media/…` or an https address, at most 2000 " +
        "characters; empty for none.",
    ),
});

/** The id in the path is not validated; an unknown one gives NOT_FOUND. */
const byId = { access: "learner_or_admin" } as const;

/** What a search for words compares, for the description of its text. */
export const SEARCHED_PARTS =
  "the text, the reading (Japanese also in romaji, Chinese also in pinyin without tones) or the " +
  "meaning, ignoring case, accents and width, at most 100 characters";

export const SearchQuery = PageQuery.extend({
  search: z
    .string()
    .max(100)
    .optional()
    .describe(
      `Part of ${SEARCHED_PARTS}; matches at the start of the text or the reading come first.`,
    ),
});

export const listWords = endpoint({
  method: "GET",
  path: "/api/words",
  summary: "Words in alphabetical order, or the words that contain a text.",
  ...byId,
  query: SearchQuery.extend({
    meaningLanguage: z
      .string()
      .min(1)
      .max(35)
      .optional()
      .describe(
        "Beta. The language in which meanings are read, a BCP 47 tag. Each text is then listed " +
          "once: with its meaning in this language, else in English, else in whatever there is.",
      ),
    languages: idList({ max: 8, tooMany: "INVALID_LANGUAGE" })
      .optional()
      .describe(
        "Beta. BCP 47 tags, separated by commas. Of the library, only words of these languages " +
          "are listed; `zh` includes `zh-Hans`. The learner's own words always are.",
      ),
  }),
  replies: { 200: enveloped(paged(WordPublic)) },
  errors: ["INVALID_LANGUAGE"],
});

export const countWords = endpoint({
  method: "GET",
  path: "/api/words/count",
  summary: "Number of words in the library.",
  ...byId,
  replies: {
    200: enveloped(
      z.object({ total: z.number().int().describe("Number of words in the library, 0 or more.") }),
    ),
  },
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
  errors: ["WORDS_INVALID_PAYLOAD", "INVALID_LANGUAGE", "CONFLICT"],
});

export const updateWord = endpoint({
  method: "PUT",
  path: "/api/words/:id",
  summary: "Change a word; an empty text or meaning keeps the current value.",
  access: "admin",
  body: WordDraft,
  replies: { 200: enveloped(WordPublic) },
  errors: ["WORDS_INVALID_PAYLOAD", "INVALID_LANGUAGE", "NOT_FOUND"],
});

export const DeletedWord = z.object({ deleted: done, id: WordId });

export const deleteWord = endpoint({
  method: "DELETE",
  path: "/api/words/:id",
  summary:
    "Delete a word with its wordbook entries, favorites, notes and states; records are kept.",
  access: "admin",
  replies: { 200: enveloped(DeletedWord) },
  errors: ["NOT_FOUND"],
});

export const createWordBatch = endpoint({
  method: "POST",
  path: "/api/words/batch",
  summary: "Add up to 500 words; entries without text or meaning are skipped.",
  access: "admin",
  body: z.object({
    words: list(WordDraft, { min: 1, max: "LIMITS_MAX_BATCH_SIZE" }).describe(
      "The words to add, in any order.",
    ),
  }),
  replies: {
    201: enveloped(
      z.object({
        count: z.number().int().describe("Number of words added."),
        skipped: z
          .array(z.number().int())
          .describe("Indexes of the entries without text or meaning, from 0, in ascending order."),
        items: z.array(WordPublic).describe("The added words, in the order sent."),
      }),
    ),
  },
  errors: ["BATCH_TOO_LARGE", "WORDS_INVALID_PAYLOAD", "INVALID_LANGUAGE", "CONFLICT"],
});

export const readWordBatch = endpoint({
  method: "POST",
  path: "/api/words/batch-get",
  summary: "Words by id, in the order requested; unknown ids are left out.",
  ...byId,
  body: z.object({
    ids: list(z.string(), { min: 1, max: "LIMITS_MAX_BATCH_SIZE" }).describe(
      "Ids of words, 1 to 64 characters each.",
    ),
  }),
  replies: { 200: enveloped(z.array(WordPublic)) },
  errors: ["BATCH_TOO_LARGE"],
});
export type WordPublic = z.infer<typeof WordPublic>;
export type WordDraft = z.infer<typeof WordDraft>;

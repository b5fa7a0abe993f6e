import { z } from "zod";
import { CreatedAt, Deleted, limitOf } from "../core/common.ts";
import { endpoint, enveloped } from "../core/endpoint.ts";
import { Import } from "./imports.ts";
import { LanguageTag } from "./words.ts";

/** The largest value of LIMITS_MAX_DICTIONARY_BYTES. */
export const DICTIONARY_BYTES_MAX = 1024 ** 3;

/** A dictionary arrives within this time, ms: 300 MB at 3 Mbit/s. */
const UPLOAD_MAX_MS = 15 * 60_000;

const POSITION_MAX = 10_000;

const kinds = ["words", "forms", "frequency", "pitch", "ipa"] as const;

const MeaningLanguage = LanguageTag.nullable().describe(
  "Language of the meanings, a BCP 47 tag; null if the dictionary has no meanings.",
);

export const Dictionary = z.object({
  id: z.string().describe("Id of the dictionary, a UUID."),
  title: z.string().describe("Title that the dictionary states; of a table, the file's name."),
  revision: z.string().describe("Revision that the dictionary states; may be empty."),
  language: LanguageTag.describe("Language of the words, a BCP 47 tag."),
  meaningLanguage: MeaningLanguage,
  entries: z.number().int().describe("Number of entries, those of all kinds together."),
  sizeBytes: z.number().int().describe("Size of the file that was sent, bytes."),
  kinds: z
    .array(z.enum(kinds))
    .describe(
      "What it holds. words: meanings; forms: inflected forms with their base forms; frequency: " +
        "ranks; pitch: places of the accent; ipa: pronunciations.",
    ),
  attribution: z
    .string()
    .describe("Whose work it is and its license, as the file states; may be empty."),
  enabled: z.boolean().describe("Whether it is asked."),
  position: z
    .number()
    .int()
    .describe("Its place in the order in which dictionaries are asked, from 0."),
  createdAt: CreatedAt,
});

const DictionaryJob = Import.describe(
  "How far a dictionary is, as an import of kind `dictionary` without a preview. Its id is that " +
    "of the dictionary; its state is reading, done or failed.",
);

const text = z.string().trim().min(1).max(200);

export const DictionarySource = z.object({
  id: z.string().describe("Id of the dictionary; `library` for words of this service."),
  title: z.string().describe("Title of the dictionary."),
  attribution: z.string().describe("Whose work it is, to be shown with it; may be empty."),
});

const DictionaryEntry = z.object({
  text: z.string().describe("Spelling of the word."),
  reading: z.string().nullable().describe("How it is read, in kana or pinyin; null if unknown."),
  pronunciation: z
    .string()
    .nullable()
    .describe("IPA, or the place of a Japanese accent, such as `[2]`; null if unknown."),
  partOfSpeech: z.string().nullable().describe("As the dictionary writes it; null if unknown."),
  meanings: z.array(z.string()).describe("Its meanings, the most common first."),
  examples: z.array(z.string()).describe("Example sentences."),
  level: z.string().nullable().describe("Level of learners, such as `jlpt-n5`; null if unknown."),
  frequencyRank: z
    .number()
    .int()
    .nullable()
    .describe("Its place among the words of the language, 1 for the most frequent; or null."),
  source: DictionarySource.describe("Where the entry comes from."),
});

const admin = { access: "admin", stability: "beta" } as const;

export const listDictionaries = endpoint({
  method: "GET",
  path: "/api/admin/dictionaries",
  summary: "List the dictionaries in the order in which they are asked.",
  ...admin,
  replies: {
    200: enveloped(z.object({ dictionaries: z.array(Dictionary).describe("In order.") })),
  },
  errors: [],
});

export const addDictionary = endpoint({
  method: "POST",
  path: "/api/admin/dictionaries",
  summary:
    "Send a dictionary: the body is a Yomitan ZIP, or a CSV or TSV file with a header, at most " +
    "LIMITS_MAX_DICTIONARY_BYTES. It is read in the background and asked when it is complete.",
  ...admin,
  query: z.object({
    name: z.string().trim().min(1).max(255).describe("Name of the file."),
    language: LanguageTag.optional().describe(
      "Language of the words, a BCP 47 tag; default: as the file states or shows.",
    ),
    meaningLanguage: LanguageTag.optional().describe(
      "Language of the meanings, a BCP 47 tag; default: as the file states or shows.",
    ),
  }),
  bodyForm: "file",
  bodyMaxBytes: DICTIONARY_BYTES_MAX,
  bodyMaxMs: UPLOAD_MAX_MS,
  replies: { 202: enveloped(DictionaryJob) },
  errors: [
    ...(["DICTIONARY_INVALID", "INVALID_LANGUAGE"] as const),
    ...(["PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE"] as const),
  ],
});

export const readDictionaryJob = endpoint({
  method: "GET",
  path: "/api/admin/dictionaries/jobs/:id",
  summary: "How far a dictionary is that was sent; for seven days, why it failed.",
  ...admin,
  replies: { 200: enveloped(DictionaryJob) },
  errors: ["NOT_FOUND"],
});

export const updateDictionary = endpoint({
  method: "PATCH",
  path: "/api/admin/dictionaries/:id",
  summary: "Enable or move a dictionary, or correct its languages. Omitted fields stay.",
  ...admin,
  body: z.object({
    enabled: z.boolean().optional().describe("Whether it is asked."),
    position: z
      .number()
      .int()
      .min(0)
      .max(POSITION_MAX)
      .optional()
      .describe("Its new place, from 0; the others move. Beyond the last one: the end."),
    language: LanguageTag.optional().describe("Language of the words, a BCP 47 tag."),
    meaningLanguage: LanguageTag.optional().describe("Language of the meanings, a BCP 47 tag."),
  }),
  replies: { 200: enveloped(Dictionary) },
  errors: ["INVALID_LANGUAGE", "NOT_FOUND"],
});

export const deleteDictionary = endpoint({
  method: "DELETE",
  path: "/api/admin/dictionaries/:id",
  summary:
    "Delete a dictionary, also one that is being read or has failed. Words that were filled from " +
    "it stay.",
  ...admin,
  replies: { 200: enveloped(Deleted) },
  errors: ["NOT_FOUND"],
});

export const lookUpWord = endpoint({
  method: "GET",
  path: "/api/dictionary",
  summary:
    "Look a word up in the library and the dictionaries: the same spelling first, then one that " +
    "differs in case or width, then base forms.",
  access: "learner",
  stability: "beta",
  query: z.object({
    text: text.describe("The word, 1 to 200 characters."),
    language: LanguageTag.describe("Language of the word, a BCP 47 tag; `zh` includes `zh-Hans`."),
    meaningLanguage: LanguageTag.optional().describe(
      "Only meanings in this language, a BCP 47 tag; default: in any.",
    ),
    limit: limitOf(20, 10),
  }),
  replies: {
    200: enveloped(z.object({ entries: z.array(DictionaryEntry).describe("The best first.") })),
  },
  errors: ["INVALID_LANGUAGE"],
});

export type Dictionary = z.infer<typeof Dictionary>;
export type DictionaryEntry = z.infer<typeof DictionaryEntry>;
export type DictionaryKind = (typeof kinds)[number];

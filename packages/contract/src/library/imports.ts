import { z } from "zod";
import { CreatedAt, Deleted, Timestamp } from "../core/common.ts";
import { endpoint, enveloped } from "../core/endpoint.ts";
import { dictionary, list } from "../core/sizes.ts";

/** The largest value of LIMITS_MAX_IMPORT_BYTES. */
export const IMPORT_BYTES_MAX = 1024 ** 3;

const states = ["reading", "ready", "importing", "done", "failed", "undoing", "undone"] as const;

const kinds = [
  ...(["text", "csv", "xlsx", "json", "apkg", "colpkg", "yomitan", "kindle", "koreader"] as const),
  ...(["account", "dictionary"] as const),
] as const;

/** What can be wrong with a file, for programs and for learners of any language. */
export const importFileProblems = [
  "cut_off",
  "damaged",
  "locked",
  "no_words",
  "too_large",
  "too_new",
  "unknown_format",
] as const;
export type ImportFileProblem = (typeof importFileProblems)[number];

const guesses = [
  ...(["text", "meaning", "reading", "pronunciation", "partOfSpeech", "examples"] as const),
  ...(["exampleMeanings", "tags", "audio", "language", "meaningLanguage", "difficulty"] as const),
  "ignore",
] as const;

const ImportState = z.enum(states).meta({
  description:
    "reading, then ready or failed; importing, then done or failed; undoing, then undone. " +
    "Unfinished: reading, ready, importing, undoing.",
});

const count = (of: string) => z.number().int().describe(`Number of ${of}.`);

const ImportCounts = z.object({
  words: count("words put in: own, linked, filled and replaced ones"),
  withoutMeaning: count("those that have no meaning, or only a part of speech"),
  linked: count("words of the library put into the book"),
  own: count("words of the learner's own"),
  filled: count("own words whose meaning came from a dictionary"),
  replaced: count("own words that got new values"),
  duplicates: count("rows equal to an earlier row, or to a word of the book or the learner"),
  unknown: count("rows without a meaning that nothing could fill"),
  invalid: count("rows that cannot be used; see `problems`"),
  books: count("new wordbooks"),
  reviews: count("reviews taken over as records"),
  reviewsKnown: count("reviews that were there already"),
  media: count("recordings and pictures"),
  mediaBytes: count("bytes of recordings and pictures"),
});

const ImportPreview = z.object({
  encoding: z.string().nullable().describe("Encoding of a text; a guess unless it is Unicode."),
  separator: z.string().nullable().describe("The characters between cells; null if none are."),
  hasHeader: z.boolean().describe("Whether the first row names the columns."),
  columns: z
    .array(
      z.object({
        index: z.number().int().describe("Place of the column, from 0."),
        header: z.string().nullable().describe("Name of the column."),
        samples: z.array(z.string()).describe("Up to five different cells."),
        guess: z.enum(guesses).describe("The field of a word that the cells seem to hold."),
      }),
    )
    .describe("Columns, from the left."),
  rows: z.array(z.array(z.string())).describe("The first 20 rows, as cells."),
  rowCount: count("rows, without the header"),
  languages: z
    .object({
      text: z.string().nullable().describe("Language of the words, as far as it can be told."),
      meaning: z.string().nullable().describe("Language of the meanings."),
    })
    .describe("Languages as tags of BCP 47, as far as the file shows them."),
  sheets: z
    .array(
      z.object({
        name: z.string().describe("Name of the sheet, as the option `sheet` wants it."),
        hidden: z.boolean().describe("Whether the workbook hides the sheet."),
      }),
    )
    .describe("Sheets of a workbook, in order."),
  decks: z
    .array(
      z.object({
        id: z.string().describe("Id of the deck in its file; of a heading, its text."),
        name: z.string().describe("Name of the deck, or text of the heading."),
        notes: count("notes, or rows"),
        cards: count("cards, or rows"),
        reviews: count("reviews in the deck"),
      }),
    )
    .describe("Decks, units and headings under which rows stand."),
  noteTypes: z
    .array(
      z.object({
        id: z.string().describe("Id of the note type in its file."),
        name: z.string().describe("Name of the note type."),
        fields: z.array(z.string()).describe("Names of its fields, in order."),
        notes: count("notes of this type"),
        guess: z.record(z.string(), z.enum(guesses)).describe("What each field seems to hold."),
        samples: z
          .array(z.string())
          .optional()
          .describe("Text of each field in the first note that has one; empty where none has."),
      }),
    )
    .describe("Note types of a deck; empty for other files."),
  firstReviewAt: Timestamp.nullable().describe("Time of the first review in a deck."),
  lastReviewAt: Timestamp.nullable().describe("Time of the last review in a deck."),
  reviewCount: count("reviews"),
  mediaCount: count("recordings and pictures"),
  mediaBytes: count("bytes of recordings and pictures"),
  account: z
    .object({
      createdAt: Timestamp.describe("When the archive was written."),
      username: z.string().describe("Name of the account that it was written for."),
      counts: z.record(z.string(), z.number().int()).describe("Number of lines of each table."),
    })
    .nullish()
    .describe("Of the archive of an account; absent or null for other files."),
});

const ImportProblem = z.object({
  where: z.string().describe("The place, such as `line 3`, `Sheet1!B3`; from 1 with the header."),
  code: z.string().describe("The problem, for programs."),
  message: z.string().describe("The problem, for people."),
});

/** What a deck that was imported is worth to its learner. */
export const DeckResult = z.object({
  words: count("words of the deck that are the learner's now"),
  known30d: count("words that the learner will know with 90 % after 30 days or more without them"),
  learning: count("words with reviews that are not as safe as that"),
  fresh: count("words without a review"),
  reviews: count("reviews in the deck, those that were there already included"),
  firstReviewAt: Timestamp.nullable().describe("Time of the first of these reviews."),
  days: count("days on which the learner reviewed, in the learner's calendar"),
  fit: z
    .object({
      accepted: z.boolean().describe("Whether the learner's own memory weights are in force."),
      logLoss: z
        .number()
        .nullable()
        .describe("Mean log loss with them on the last fifth of the reviews; null: too few."),
      baseline: z.number().nullable().describe("The same with the weights from before."),
    })
    .nullable()
    .describe("How well the engine foresees the reviews; null if none were taken over."),
  dueToday: count("words due today, those of other books included"),
  minutesToday: z.number().int().describe("About how many minutes these take."),
});

/** The file that a learner brings, and what became of it. */
export const Import = z.object({
  id: z.string().describe("Id of the import, a UUID."),
  name: z.string().describe("Name of the file."),
  kind: z.enum(kinds).describe("What the file is: by its name until it has been read."),
  sizeBytes: count("bytes of the file"),
  state: ImportState,
  progress: z.number().describe("Share of the current step that is done, 0 to 1."),
  step: z.string().describe("What is being done; empty if nothing is."),
  createdAt: CreatedAt,
  finishedAt: Timestamp.nullable().describe("When the last run, failure or undo ended."),
  error: z
    .object({
      code: z.string().describe("The error, for programs, such as IMPORT_UNREADABLE."),
      message: z.string().describe("What is wrong and where, for people."),
      problem: z
        .enum(importFileProblems)
        .nullable()
        .describe(
          "What is wrong with the file: cut_off, damaged, locked (by a password), no_words, " +
            "too_large (more than can be read), too_new (its format) or unknown_format; null: " +
            "another error.",
        ),
    })
    .nullable()
    .describe("Why it failed; IMPORT_UNREADABLE names what is wrong with the file."),
  options: z.record(z.string(), z.unknown()).nullable().describe("Options of the last plan."),
  preview: ImportPreview.nullable().describe("What the file holds; null in lists."),
  counts: ImportCounts.nullable().describe("What the plan would do or the run did."),
  result: DeckResult.nullable().describe("What an imported deck is worth; null otherwise."),
  problems: z.array(ImportProblem).describe("The first 200 problems."),
  problemCount: count("problems"),
  bookIds: z.array(z.string()).describe("Wordbooks into which the words went."),
});

const encodings = [
  ...(["utf-8", "utf-16le", "utf-16be", "gb18030", "shift_jis", "windows-1252"] as const),
  ...(["big5", "euc-jp", "euc-kr", "windows-1251", "macintosh"] as const),
] as const;

export const ImportOptions = z.object({
  wordbookId: z.string().nullish().describe("The learner's own book for the words."),
  newBook: z
    .object({ name: z.string().trim().min(1).max(100).describe("Name of the book.") })
    .nullish()
    .describe("A new book, or that of an earlier import with this name."),
  newBooks: z.enum(["by_deck"]).nullish().describe("A book for each deck, unit or heading."),
  sheet: z.string().max(255).nullish().describe("Name of a sheet; default: the first one shown."),
  language: z.string().max(64).nullish().describe("Language of the words, a tag of BCP 47."),
  meaningLanguage: z.string().max(64).nullish().describe("Language of the meanings."),
  columns: dictionary(z.enum(guesses), { max: 200 })
    .nullish()
    .describe("What columns hold, by index; the others keep their guess."),
  noteTypes: dictionary(z.union([z.literal("ignore"), dictionary(z.enum(guesses), { max: 200 })]), {
    max: 500,
  })
    .nullish()
    .describe("What the fields of note types hold, by id; for decks."),
  languages: dictionary(
    z.object({
      language: z.string().max(64).nullish().describe("Language of the words."),
      meaningLanguage: z.string().max(64).nullish().describe("Language of the meanings."),
    }),
    { max: 1_000 },
  )
    .nullish()
    .describe("Languages by id of a deck; they go before `language` and `meaningLanguage`."),
  decks: list(z.string().max(500), { max: 1_000 })
    .nullish()
    .describe("Ids of decks to take; default: all."),
  separator: z.string().min(1).max(10).nullish().describe("The characters between cells."),
  hasHeader: z.boolean().nullish().describe("Whether the first row names the columns."),
  encoding: z.enum(encodings).nullish().describe("Encoding of a text."),
  onDuplicate: z
    .enum(["own", "link", "skip", "replace"])
    .nullish()
    .describe(
      "For a word that exists with another meaning. own, the default: add one's own; link: take " +
        "the library's; skip: leave it out; replace: give an own word the new values.",
    ),
  reviews: z
    .enum(["replay", "ignore"])
    .nullish()
    .describe("Reviews of a deck. replay, the default: they become records; ignore: none do."),
  schedule: z
    .enum(["engine", "keep"])
    .nullish()
    .describe(
      "When words with a review are due. engine, the default: when the engine says; keep: when " +
        "the deck says.",
    ),
  suspended: z
    .enum(["keep", "active", "leave_out"])
    .nullish()
    .describe("What to do with suspended cards of a deck."),
  media: z.enum(["keep", "ignore"]).nullish().describe("What to do with recordings and pictures."),
});

const optionFaults = Object.fromEntries(
  Object.keys(ImportOptions.shape).map((key) => [key, "IMPORT_INVALID_OPTIONS"] as const),
);

export const createImport = endpoint({
  method: "POST",
  path: "/api/imports",
  summary:
    "Send a file with words: the body is the file, at most LIMITS_MAX_IMPORT_BYTES. It is read " +
    "in the background; the event import_progress tells how far.",
  access: "learner",
  query: z.object({ name: z.string().trim().min(1).max(255).describe("Name of the file.") }),
  bodyForm: "file",
  bodyMaxBytes: IMPORT_BYTES_MAX,
  replies: { 201: enveloped(Import) },
  errors: ["IMPORT_EMPTY", "IMPORT_LIMIT", "PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE"],
});

export const listImports = endpoint({
  method: "GET",
  path: "/api/imports",
  summary: "List the learner's imports, newest first, without previews.",
  access: "learner",
  replies: { 200: enveloped(z.object({ imports: z.array(Import).describe("At most 20.") })) },
  errors: [],
});

export const getImport = endpoint({
  method: "GET",
  path: "/api/imports/:id",
  summary: "Get an import with its preview.",
  access: "learner",
  replies: { 200: enveloped(Import) },
  errors: ["NOT_FOUND"],
});

export const planImport = endpoint({
  method: "POST",
  path: "/api/imports/:id/plan",
  summary: "Find out what an import with these options would do. Stores nothing but the options.",
  access: "learner",
  body: ImportOptions,
  faults: optionFaults,
  replies: { 200: enveloped(Import) },
  errors: ["IMPORT_INVALID_OPTIONS", "IMPORT_STATE", "NOT_FOUND", "FORBIDDEN"],
});

export const runImport = endpoint({
  method: "POST",
  path: "/api/imports/:id/run",
  summary:
    "Import the words in the background, with these options or, without any, those of the last " +
    "plan. The words appear in their books when all are there.",
  access: "learner",
  body: ImportOptions,
  faults: optionFaults,
  replies: { 202: enveloped(Import) },
  errors: [
    ...(["IMPORT_INVALID_OPTIONS", "IMPORT_STATE", "OWN_WORDS_LIMIT", "NOT_FOUND"] as const),
    ...(["FORBIDDEN"] as const),
  ],
});

export const undoImport = endpoint({
  method: "POST",
  path: "/api/imports/:id/undo",
  summary:
    "Take back what an import did, in the background. Words that have been studied or put into " +
    "another book since stay.",
  access: "learner",
  replies: { 202: enveloped(Import) },
  errors: ["IMPORT_STATE", "NOT_FOUND"],
});

export const deleteImport = endpoint({
  method: "DELETE",
  path: "/api/imports/:id",
  summary:
    "Delete an import and its file; what it imported stays. A running import is stopped and " +
    "undone first.",
  access: "learner",
  replies: { 200: enveloped(Deleted) },
  errors: ["NOT_FOUND"],
});

export type Import = z.infer<typeof Import>;
export type DeckResult = z.infer<typeof DeckResult>;
export type ImportOptions = z.infer<typeof ImportOptions>;
export type ImportPreview = z.infer<typeof ImportPreview>;
export type ImportCounts = z.infer<typeof ImportCounts>;

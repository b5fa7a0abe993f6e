import { z } from "zod";
import { ImportSource } from "../core/common.ts";
import { endpoint, enveloped } from "../core/endpoint.ts";
import { WordPublic } from "./words.ts";

export const importWordsFromUrl = endpoint({
  method: "POST",
  path: "/api/words/import-url",
  summary: "Add words from a text file at a URL, one per line.",
  access: "admin",
  stability: "beta",
  body: ImportSource,
  replies: {
    201: enveloped(
      z.object({
        imported: z.number().int().describe("Number of words added."),
        withoutMeaning: z
          .number()
          .int()
          .describe("Number of these words that have no meaning, or only a part of speech."),
        items: z.array(WordPublic).describe("The added words, in the order of the file."),
      }),
    ),
  },
  errors: [
    "IMPORT_INVALID_URL",
    "IMPORT_FETCH_FAILED",
    "IMPORT_TOO_LARGE",
    "IMPORT_READ_FAILED",
    "WORDS_INVALID_PAYLOAD",
  ],
});

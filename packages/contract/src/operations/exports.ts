import { z } from "zod";
import { endpoint, stream } from "../core/endpoint.ts";
import { idList } from "../core/sizes.ts";

const DECK_TYPE = "application/vnd.anki";

const flag = z.enum(["true", "false"]).transform((text) => text === "true");

export const exportWordbook = endpoint({
  method: "GET",
  path: "/api/wordbooks/:id/export",
  summary:
    "Words of a system wordbook or of one of the caller's, as a file: csv with all fields of a " +
    "word, which an import gives back unchanged; txt with a word, a tab and its meaning per " +
    "line; json in the format of a wordbook center, with the fields it lacks; apkg, a deck for " +
    "Anki without reviews.",
  access: "learner",
  stability: "beta",
  query: z.object({
    format: z
      .enum(["csv", "txt", "json", "apkg"])
      .default("csv")
      .describe(
        "csv: all fields, with a header row; txt: a word, a tab and its meaning per line; json: " +
          "all fields; apkg: a deck for Anki; default: csv.",
      ),
  }),
  replies: { 200: stream("text/csv", "text/plain", "application/json", DECK_TYPE) },
  errors: ["NOT_FOUND", "FORBIDDEN"],
});

export const exportDeck = endpoint({
  method: "GET",
  path: "/api/exports/deck",
  summary:
    "The caller's words as decks for Anki in one file, a deck for each wordbook. Words that came " +
    "from a deck leave with the note they came with.",
  access: "learner",
  stability: "beta",
  query: z.object({
    wordbookIds: idList({ max: 500 })
      .optional()
      .describe(
        "Ids of wordbooks, separated by commas; default: the caller's own books, the selected " +
          "system books, and a deck of all other words that the caller added or has answered.",
      ),
    reviews: flag
      .default(true)
      .describe(
        "Whether cards carry due dates and memory, and the file all answers; default: true.",
      ),
    media: flag
      .default(true)
      .describe("Whether the file holds the recordings of words; default: true."),
  }),
  replies: { 200: stream(DECK_TYPE) },
  errors: ["NOT_FOUND", "FORBIDDEN"],
});

import type { Feature } from "../../../feature.ts";
import { deckNotesKeeper } from "./deck-notes.service.ts";

/** The notes with which words came from decks. */
export const deckNotesFeature: Feature = {
  name: "deck-notes",
  owns: ["deck_notes", "deck_note_types"],
  personalTables: [
    { table: "deck_notes", column: "user_id" },
    { table: "deck_note_types", column: "user_id" },
  ],
  wordTables: [{ table: "deck_notes" }],
  deckKeepers: [deckNotesKeeper],
};

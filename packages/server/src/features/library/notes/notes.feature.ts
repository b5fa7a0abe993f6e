import type { Feature } from "../../../feature.ts";
import { notesRoutes } from "./notes.routes.ts";

/** A learner's notes on words. */
export const notesFeature: Feature = {
  name: "notes",
  routes: [notesRoutes],
  owns: ["word_notes"],
  personalTables: [{ table: "word_notes", column: "user_id" }],
  wordTables: [{ table: "word_notes", isUse: true }],
};

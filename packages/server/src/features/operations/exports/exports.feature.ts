import type { Feature } from "../../../feature.ts";
import { exportsRoutes } from "./exports.routes.ts";

/** Words as files for other programs: lists of a book, and decks with their reviews. */
export const exportsFeature: Feature = {
  name: "exports",
  routes: [exportsRoutes],
  reads: ["media", "word_media", "word_versions", "words"],
};

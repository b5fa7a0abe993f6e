import type { Feature } from "../../../feature.ts";
import { dictionariesRoutes } from "./dictionaries.routes.ts";
import { dictionariesWorker } from "./dictionaries.worker.ts";

/** Dictionaries that operators add, in which words are looked up. */
export const dictionariesFeature: Feature = {
  name: "dictionaries",
  routes: [dictionariesRoutes],
  workers: [dictionariesWorker],
  owns: ["dictionaries", "dictionary_entries", "dictionary_parts", "word_sources"],
  personalTables: [
    { table: "word_sources", column: "word_id", of: { table: "words", column: "owner_id" } },
  ],
  wordTables: [{ table: "word_sources" }],
  auditTargets: [{ type: "dictionary", table: "dictionaries", name: "title" }],
};

import type { Feature } from "../../../feature.ts";
import { importLeftovers } from "./library-imports.worker.ts";

const ownWordbooks = { table: "wordbooks", column: "user_id" } as const;

/** Imports into the library, slice by slice, and the cleanup after broken ones. */
export const libraryImportsFeature: Feature = {
  name: "library-imports",
  workers: [importLeftovers],
  owns: ["wordbook_imports", "wordbook_import_words"],
  personalTables: [
    { table: "wordbook_imports", column: "user_id" },
    { table: "wordbook_import_words", column: "wordbook_id", of: ownWordbooks },
  ],
  reads: ["wordbook_words", "wordbooks"],
  wordTables: [{ table: "wordbook_import_words" }],
};

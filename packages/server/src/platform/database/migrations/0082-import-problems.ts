import type { Migration } from "./migration.ts";

/** Adds to failed imports what is wrong with their file, for learners of any language. */
export const importProblems: Migration = {
  name: "0082-import-problems",
  statements: [`alter table imports add column error_problem text`],
};

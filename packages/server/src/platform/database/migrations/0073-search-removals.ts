import type { Migration } from "./migration.ts";

/**
 * Removing a word from the search index must not rewrite the index: taking an import of 100,000
 * words back stopped everything else for a second at a time. Later additions clean up instead.
 */
export const searchRemovals: Migration = {
  name: "0073-search-removals",
  statements: [],
  sqlite: [`insert into words_search (words_search, rank) values ('deletemerge', 0)`],
};

/** Units of a fault `unit` that states `limit` and `count`, the number received. */
export const countedUnits = [
  "characters",
  "entries",
  "kilobytes",
  "lines",
  "megabytes",
  "new_words",
  "words",
] as const;
export type CountedUnit = (typeof countedUnits)[number];

/** Units of a fault `unit` that states only `limit`, because the rest was not read. */
export const cappedUnits = [
  "entries",
  "entry_megabytes",
  "entry_values",
  "kilobytes",
  "lists",
  "megabytes",
] as const;
export type CappedUnit = (typeof cappedUnits)[number];

/** What can be wrong with the file of a wordbook, as a fault says in `problem`. */
export const fileProblems = [
  "incomplete",
  "malformed",
  "no_book",
  "no_object",
  "no_word",
  "not_json",
  "too_deep",
  "two_lists",
] as const;
export type FileProblem = (typeof fileProblems)[number];

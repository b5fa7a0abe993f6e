import type { SentenceArguments, SentenceOf, SentenceTable } from "@wordloom/contract";

/** The English sentence of every code of a table, for clients that write none of their own. */
export type English<T extends SentenceTable, S = string> = {
  readonly [C in keyof T]: (args: SentenceArguments<T, C>) => S;
};

/** What a sentence says in English. */
export function inEnglish<T extends SentenceTable, S>(
  texts: English<T, S>,
  { code, args }: SentenceOf<T>,
): S {
  return texts[code](args);
}

/** "1 hour", "2 hours"; `noun` gets an s in the plural. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

import type { CenterBookEntry } from "@wordloom/contract";
import { foldText } from "@wordloom/language";

/** Books whose name, description or tags contain a text, however it is written. */
export function booksWith(books: readonly CenterBookEntry[], search: string): CenterBookEntry[] {
  const wanted = foldText(search);
  return books.filter(({ name, description, tags }) =>
    [name, description, ...tags].some((text) => foldText(text).includes(wanted)),
  );
}

/** Whether a book of the center is imported here, and up to date. */
export function stateOf({ imported, hasUpdate }: CenterBookEntry): "new" | "here" | "outdated" {
  if (!imported) return "new";
  return hasUpdate ? "outdated" : "here";
}

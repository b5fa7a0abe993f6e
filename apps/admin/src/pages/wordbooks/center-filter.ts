import type { CenterBookEntry } from "@wordloom/contract";

/** Books whose name, description or tags contain a text, ignoring case. */
export function booksWith(books: readonly CenterBookEntry[], search: string): CenterBookEntry[] {
  const wanted = search.trim().toLowerCase();
  return books.filter(({ name, description, tags }) =>
    [name, description, ...tags].some((text) => text.toLowerCase().includes(wanted)),
  );
}

/** Whether a book of the center is imported here, and up to date. */
export function stateOf({ imported, hasUpdate }: CenterBookEntry): "new" | "here" | "outdated" {
  if (!imported) return "new";
  return hasUpdate ? "outdated" : "here";
}

import type { WordbooksTable } from "./wordbooks.tables.ts";

/** Whether the words of a book are in order of frequency, as those of starter books are. */
export function isRankedBook(book: Pick<WordbooksTable, "tags_json" | "user_id">): boolean {
  return book.user_id === null && (JSON.parse(book.tags_json) as string[]).includes("starter");
}

import type { ImportResult } from "@wordloom/contract";
import type { Translator } from "../../text/use-text.ts";

/** The result of an import, in one or two sentences. */
export function importedText(
  { wordbook, wordsImported, wordsSkipped, wordsWithoutMeaning }: ImportResult,
  { t, sentences }: Translator,
): string {
  const all = wordsImported + wordsSkipped;
  const imported = t("books.imported", { book: wordbook.name, all, skipped: wordsSkipped });
  if (wordsWithoutMeaning === 0) return imported;
  return sentences([imported, t("books.without_meaning", { count: wordsWithoutMeaning })]);
}

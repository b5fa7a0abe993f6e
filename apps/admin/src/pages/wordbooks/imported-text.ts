import type { ImportResult } from "@wordloom/contract";
import type { Translator } from "../../text/use-text.ts";

/** The result of an import, in one or two sentences. */
export function importedText(
  { wordbook, wordsImported, wordsWithoutMeaning: count }: ImportResult,
  t: Translator["t"],
): string {
  const imported = t("wordbooks.imported", { name: wordbook.name, count: wordsImported });
  return count === 0 ? imported : `${imported} ${t("wordbooks.without_meaning", { count })}`;
}

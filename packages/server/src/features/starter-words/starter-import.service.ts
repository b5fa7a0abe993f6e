import { setImmediate as nextRound } from "node:timers/promises";
import type { WordDraft } from "@wordloom/contract";
import type { Deps } from "../../deps.ts";
import type { Database } from "../../platform/database/tables.ts";
import { transact } from "../../platform/database/transaction.ts";
import { addWordsToBook, createBook } from "../wordbooks/wordbooks.service.ts";
import { foldText, takeInWords } from "../words/words.service.ts";
import { claimStarterImport, wasStarterImported } from "./starter-import.repo.ts";
import { buildStarterWords, type StarterContent } from "./starter-words.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "ids" | "log" | "settings">;

/** `skipped`: not wanted, or done before by this or another process. */
export type StarterOutcome = "imported" | "skipped";

/** Words in one transaction: other requests wait for some ten milliseconds, not for all of them. */
const WORDS_AT_ONCE = 250;

/**
 * Fills an installation with words and books to start with, once in its life: books that the
 * operator deletes later do not come back.
 *
 * Meant to run beside requests. The words are made in a thread and stored in small parts; the books
 * appear at the end, complete. What breaks off is taken up by the next start, and of several
 * processes that start together one makes the books, because words are found again by their text.
 *
 * @param build  where the words come from
 */
export async function importStarterWords(
  needs: Needs,
  build: () => Promise<StarterContent> = buildStarterWords,
): Promise<StarterOutcome> {
  const { database, settings, log } = needs;
  if (!settings.STARTER_WORDBOOKS || (await wasStarterImported(database))) return "skipped";
  const { words, books } = await build();
  for (let start = 0; start < words.length; start += WORDS_AT_ONCE) {
    const drafts = words.slice(start, start + WORDS_AT_ONCE).map(toDraft);
    await transact(database, (tx) => takeInWords(needs, tx, drafts));
    await nextRound();
  }
  const isOurs = await transact(database, async (tx) => {
    if (!(await claimStarterImport(tx, needs.clock.nowMs()))) return false;
    await storeBooks(needs, tx, { words, books });
    return true;
  });
  if (!isOurs) return "skipped";
  log.info({ words: words.length, books: books.length }, "starter wordbooks are ready");
  return "imported";
}

async function storeBooks(needs: Needs, tx: Database, content: StarterContent): Promise<void> {
  const { idsByText } = await takeInWords(needs, tx, content.words.map(toDraft));
  for (const { name, description, wordTexts } of content.books) {
    const draft = { name, description, tags: ["starter"], userId: null };
    const book = await createBook(needs, tx, draft);
    const ids = wordTexts.flatMap((text) => idsByText.get(foldText(text)) ?? []);
    await addWordsToBook(tx, book.id, ids, needs.clock.nowMs());
  }
}

function toDraft(word: StarterContent["words"][number]): WordDraft {
  return { ...word, examples: [...word.examples], tags: [...word.tags] };
}

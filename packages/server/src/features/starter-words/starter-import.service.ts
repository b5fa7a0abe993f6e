import { setImmediate as nextRound } from "node:timers/promises";
import type { WordDraft } from "@wordloom/contract";
import type { Deps } from "../../deps.ts";
import type { Database } from "../../platform/database/tables.ts";
import { transact } from "../../platform/database/transaction.ts";
import { addWordsToBook, createBook } from "../wordbooks/wordbooks.service.ts";
import { foldText, findOrCreateWords } from "../words/words.service.ts";
import { claimStarterImport, wasStarterImported } from "./starter-import.repo.ts";
import { buildStarterWords, type StarterContent } from "./starter-words.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "ids" | "log" | "settings">;

/** `skipped`: switched off, or done before by this or another process. */
export type StarterOutcome = "imported" | "skipped";

/** Words per transaction: other requests wait some ten milliseconds, not for all words. */
const WORDS_PER_TRANSACTION = 250;

/**
 * Adds the starter words and books to a new installation, once: books that the operator deletes do
 * not come back.
 *
 * Runs in the background while requests are served. The words are built in a thread and stored in
 * small parts; the books appear at the end, complete. An interrupted import is resumed at the next
 * start. If several processes start together, only one creates the books; words are matched by
 * their text, so none is stored twice.
 *
 * @param build  builds the words
 */
export async function importStarterWords(
  needs: Needs,
  build: () => Promise<StarterContent> = buildStarterWords,
): Promise<StarterOutcome> {
  const { database, settings, log } = needs;
  if (!settings.STARTER_WORDBOOKS || (await wasStarterImported(database))) return "skipped";
  const { words, books } = await build();
  for (let start = 0; start < words.length; start += WORDS_PER_TRANSACTION) {
    const drafts = words.slice(start, start + WORDS_PER_TRANSACTION).map(toDraft);
    await transact(database, (tx) => findOrCreateWords(needs, tx, drafts));
    await nextRound();
  }
  const claimed = await transact(database, async (tx) => {
    if (!(await claimStarterImport(tx, needs.clock.nowMs()))) return false;
    await storeBooks(needs, tx, { words, books });
    return true;
  });
  if (!claimed) return "skipped";
  log.info({ words: words.length, books: books.length }, "starter wordbooks are ready");
  return "imported";
}

async function storeBooks(needs: Needs, tx: Database, content: StarterContent): Promise<void> {
  const { idsByText } = await findOrCreateWords(needs, tx, content.words.map(toDraft));
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

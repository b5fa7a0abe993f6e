import { createHash } from "node:crypto";
import { setImmediate as nextRound } from "node:timers/promises";
import type { WordDraft } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { addWordsToBook, createBook, replaceDescriptions } from "../wordbooks/wordbooks.service.ts";
import {
  findOrCreateWords,
  foldText,
  lockLibrary,
  setWordTags,
  updateWords,
} from "../words/words.service.ts";
import {
  listFirstWords,
  listStarterEntries,
  listStarterWords,
  oldestStarterBookMs,
  saveStarterWords,
  withoutFirstTags,
  type StarterColumns,
} from "./starter-import.repo.ts";
import type { FormerOrder } from "./starter-entries.ts";
import { reorderBooks, setOrder } from "./starter-order.service.ts";
import {
  claimStarterImport,
  findStarterState,
  type StarterState,
} from "./starter-state.service.ts";
import {
  STARTER_VERSION,
  type StarterContent,
  type StarterEdition,
  type StarterWord,
} from "./build-starter-words.ts";

type Needs = Pick<Deps, "clock" | "database" | "ids" | "log" | "settings" | "wordTables">;

/** `skipped`: disabled, or already done by this or another process. */
export type StarterOutcome = "imported" | "skipped";

/** Words per transaction. Other requests wait some ten milliseconds, not for all words. */
const WORDS_PER_TRANSACTION = 250;

/** The fingerprint of a word that somebody has changed. No word has it. */
const CHANGED = "changed";

/**
 * Adds the starter words and books to a new installation, once: books and words that the operator
 * deletes do not come back. An installation with an older version gets better meanings and examples
 * for words that nobody has changed, under the same ids, the present order with the words that came
 * with it, the descriptions of books that nobody has described anew, and the books of further
 * languages.
 *
 * Runs in the background in small parts while requests are served. The books appear at the end,
 * complete. An interrupted import is resumed at the next start. If several processes start
 * together, only one creates the books. Words are matched by text and language, so none is stored
 * twice.
 *
 * @param build  reads the words
 */
export async function importStarterWords(
  needs: Needs,
  build: () => Promise<StarterContent>,
): Promise<StarterOutcome> {
  const { database, settings, log } = needs;
  if (!settings.STARTER_WORDBOOKS) return "skipped";
  const before = await findStarterState(database);
  if (before.version >= STARTER_VERSION) return "skipped";
  const content = await build();
  if (before.version <= 1) await adoptFirstWords(needs);
  const isNew = ({ key }: StarterEdition) => !before.languages.includes(key);
  for (const edition of content.filter((one) => !isNew(one))) {
    await inParts(needs, edition.words, (tx, words) => reviseWords(needs, tx, edition, words));
  }
  const reordered = content
    .filter((edition) => !isNew(edition))
    .flatMap((edition) => {
      const former = edition.formerOrders.find(({ until }) => before.version <= until);
      return former === undefined ? [] : [[edition, former] as const];
    });
  for (const [edition, former] of reordered) await prepareOrder(needs, edition, former);
  const newestMs = await newestBookMs(needs, before);
  const added = newestMs === undefined ? [] : content.filter(isNew);
  for (const edition of added) {
    await inParts(needs, edition.words, (tx, words) => storeWords(needs, tx, edition, words));
  }
  const languages = content.map(({ key }) => key);
  const claimed = await transact(database, async (tx) => {
    const after = { version: STARTER_VERSION, languages };
    if (!(await claimStarterImport(tx, before, after, needs.clock.nowMs()))) return false;
    for (const [edition, former] of reordered) await reorderBooks(needs, tx, edition, former);
    for (const { description, formerDescriptions } of content.flatMap(({ books }) => books)) {
      await replaceDescriptions(tx, formerDescriptions, description, needs.clock.nowMs());
    }
    await storeBooks(needs, tx, added, newestMs ?? 0);
    return true;
  });
  if (!claimed) return "skipped";
  log.info({ version: STARTER_VERSION, languages }, "starter wordbooks are ready");
  return "imported";
}

/**
 * The time of the first book to be added. Each next one is a millisecond older, because books are
 * listed newest first. Books of further languages follow the existing ones. Undefined if the
 * operator has deleted all existing books and so wants none.
 */
async function newestBookMs(needs: Needs, before: StarterState): Promise<number | undefined> {
  if (before.stored === undefined) return needs.clock.nowMs();
  const oldestMs = await oldestStarterBookMs(needs.database);
  return oldestMs === undefined ? undefined : oldestMs - 1;
}

/** Adds the words that the former order did not have, and moves the others to their new ranks. */
async function prepareOrder(
  needs: Needs,
  edition: StarterEdition,
  former: FormerOrder,
): Promise<void> {
  const known = new Set(former.texts.map(foldText));
  const added = edition.words.filter(({ text }) => !known.has(foldText(text)));
  // Without a book for them, learners who have selected none would get them after all others.
  const hasBooks = (await listStarterEntries(needs.database, edition)).length > 0;
  if (hasBooks) await inParts(needs, added, (tx, part) => storeWords(needs, tx, edition, part));
  const texts = [...former.texts, ...added.map(({ text }) => text)];
  await inParts(needs, texts, (tx, part) => setOrder(tx, edition, former, part));
}

async function inParts<Item>(
  { database }: Needs,
  words: readonly Item[],
  store: (tx: Database, words: readonly Item[]) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < words.length; start += WORDS_PER_TRANSACTION) {
    const part = words.slice(start, start + WORDS_PER_TRANSACTION);
    await transact(database, (tx) => store(tx, part));
    await nextRound();
  }
}

/**
 * Records which words the first version added. It marked them with tags, which are removed. Words
 * never stored again since then are unchanged.
 */
async function adoptFirstWords({ database }: Needs): Promise<void> {
  for (let isDone = false; !isDone; await nextRound()) {
    isDone = await transact(database, async (tx) => {
      await lockLibrary(tx);
      const rows = await listFirstWords(tx, WORDS_PER_TRANSACTION);
      const fingerprints = rows.map((row) => {
        const isUnchanged = row.updated_at_ms === row.created_at_ms;
        return [row.id, isUnchanged ? fingerprintOf(row) : CHANGED] as const;
      });
      await saveStarterWords(tx, "en", new Map(fingerprints));
      for (const [tags, those] of Map.groupBy(rows, withoutFirstTags)) {
        const ids = those.map(({ id }) => id);
        await setWordTags(tx, ids, tags);
      }
      return rows.length < WORDS_PER_TRANSACTION;
    });
  }
}

/** Updates words of an earlier version that nobody has changed. */
async function reviseWords(
  needs: Needs,
  tx: Database,
  { key }: StarterEdition,
  words: readonly StarterWord[],
): Promise<void> {
  await lockLibrary(tx);
  const wanted = new Map(words.map((word) => [foldText(word.text), word]));
  const rows = await listStarterWords(tx, key, [...wanted.keys()]);
  const drafts = new Map<string, WordDraft>();
  const fingerprints = new Map<string, string>();
  for (const row of rows) {
    const word = wanted.get(row.text_folded);
    if (word === undefined || fingerprintOf(row) !== row.fingerprint) continue;
    const fingerprint = fingerprintOf(toColumns(word));
    if (fingerprint === row.fingerprint) continue;
    drafts.set(row.id, toDraft(word));
    fingerprints.set(row.id, fingerprint);
  }
  await updateWords(needs, tx, drafts);
  await saveStarterWords(tx, key, fingerprints);
}

/** Finds or creates the words of an edition, revised. @returns ids by folded text */
async function storeWords(
  needs: Needs,
  tx: Database,
  edition: StarterEdition,
  words: readonly StarterWord[],
): Promise<ReadonlyMap<string, string>> {
  await reviseWords(needs, tx, edition, words);
  const { key, language, meaningLanguage } = edition;
  const texts = words.map(({ text }) => foldText(text));
  const ours = await listStarterWords(tx, key, texts);
  const ids = new Map(ours.map((row) => [row.text_folded, row.id]));
  const others = words.filter(({ text }) => !ids.has(foldText(text)));
  const rule = { sameScript: true };
  const drafts = others.map((word) => ({ ...toDraft(word), language, meaningLanguage }));
  const found = await findOrCreateWords(needs, tx, drafts, rule);
  const byText = new Map(others.map((word) => [foldText(word.text), word]));
  const fingerprints = found.created.flatMap(({ id, textFolded }) => {
    const word = byText.get(textFolded);
    return word === undefined ? [] : ([[id, fingerprintOf(toColumns(word))]] as const);
  });
  await saveStarterWords(tx, key, new Map(fingerprints));
  return new Map([...ids, ...found.idsByText]);
}

async function storeBooks(
  needs: Needs,
  tx: Database,
  editions: readonly StarterEdition[],
  newestMs: number,
): Promise<void> {
  let atMs = newestMs;
  for (const edition of editions) {
    const ids = await storeWords(needs, tx, edition, edition.words);
    for (const { name, description, wordTexts } of edition.books) {
      // Books tagged with a language are offered first to its readers. English is for everyone.
      const { language, meaningLanguage } = edition;
      const tags = meaningLanguage === "en" ? ["starter"] : ["starter", meaningLanguage];
      const bookMs = atMs;
      const clock = { ...needs.clock, nowMs: () => bookMs };
      const book = await createBook({ ...needs, clock }, tx, {
        name,
        description,
        tags,
        userId: null,
        language,
        meaningLanguage,
      });
      const wordIds = wordTexts.flatMap((text) => ids.get(foldText(text)) ?? []);
      await addWordsToBook(tx, book.id, wordIds, needs.clock.nowMs());
      atMs -= 1;
    }
  }
}

function toDraft({ examples, exampleMeanings, ...word }: StarterWord): WordDraft {
  return { ...word, examples: [...examples], exampleMeanings: [...exampleMeanings] };
}

function toColumns(word: StarterWord): StarterColumns {
  return {
    text: word.text,
    meaning: word.meaning,
    pronunciation: word.pronunciation,
    part_of_speech: word.partOfSpeech,
    reading: word.reading,
    examples_json: JSON.stringify(word.examples),
    example_meanings_json: JSON.stringify(word.exampleMeanings),
  };
}

/**
 * Covers all columns that a version sets; translations and readings only where there are any,
 * because the first versions had none. Difficulty and tags belong to the installation.
 */
function fingerprintOf(columns: StarterColumns): string {
  const { text, meaning, pronunciation, part_of_speech: part, examples_json: examples } = columns;
  const translations = columns.example_meanings_json;
  const content = JSON.stringify([
    ...[text, meaning, pronunciation, part, examples],
    ...(translations === "[]" ? [] : [translations]),
    ...(columns.reading === null ? [] : [columns.reading]),
  ]);
  return createHash("sha256").update(content).digest("hex").slice(0, 32);
}

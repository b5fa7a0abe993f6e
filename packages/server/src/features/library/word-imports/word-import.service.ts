import { isUtf8 } from "node:buffer";
import type { WordDraft, WordPublic } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import { refuseOver } from "../../../platform/basics/over-limit.ts";
import type { Database } from "../../../platform/database/tables.ts";
import type { Admin } from "../../../platform/identity/actor.ts";
import { writeAudit } from "../../accounts/audit/audit.service.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { mapInTurns, takeTurns } from "../../../platform/time/turns.ts";
import { refuseFault, type FaultCodes } from "../../../platform/outside/outbound.ts";
import {
  continueImport,
  discardFailedImport,
  insertImportedWords,
  keepImportedWords,
  openImport,
  type ImportingBook,
} from "../library-imports/library-imports.service.ts";
import { cleanWord, foldText, storeWords } from "../words/words.service.ts";
import { linesOf, parseWordLine } from "./word-import.ts";

type Needs = Pick<Deps, "clock" | "database" | "ids" | "outbound" | "settings"> &
  Partial<Pick<Deps, "jobs">>;

/** Characters parsed at once, in about a millisecond. */
const CHARACTERS_AT_ONCE = 65_536;

/** Maximum number of words, and of their characters, per transaction. */
const SLICE = { words: 250, characters: 32 * 1024 } as const;

const LIMITS = { maxBytes: 10 * 1024 * 1024, timeoutMs: 30_000 } as const;

const CODES = {
  invalid_url: "IMPORT_INVALID_URL",
  refused: "IMPORT_INVALID_URL",
  failed: "IMPORT_FETCH_FAILED",
  too_large: "IMPORT_TOO_LARGE",
  read_failed: "IMPORT_READ_FAILED",
} as const satisfies FaultCodes;

/**
 * Adds the words of a text file on the web, all or none. They are checked first, then stored in
 * slices that let requests run in between. An import that fails or is killed is removed later.
 *
 * @param by  the requesting administrator, for the audit log
 * @throws AppError IMPORT_ codes; WORDS_INVALID_PAYLOAD for a word that exceeds the limits
 */
export async function importWordsFromUrl(
  needs: Needs,
  url: string,
  by?: Admin,
): Promise<WordPublic[]> {
  const drafts = await readWords(needs, await fetchText(needs, url));
  const { database } = needs;
  const note = (tx: Database) => noteImport(needs, tx, by, { url, count: drafts.length });
  if (drafts.length === 0) {
    await note(database);
    return [];
  }
  const draft = { name: "", description: "", tags: [], userId: null };
  const book = await transact(database, (tx) => openImport(needs, tx, draft));
  try {
    return await storeSlices(needs, book, drafts, note);
  } catch (cause) {
    await discardFailedImport(needs, book);
    throw cause;
  }
}

/** @param by  absent for the service itself, which is not audited */
async function noteImport(
  { clock }: Needs,
  tx: Database,
  by: Admin | undefined,
  { url, count }: { readonly url: string; readonly count: number },
): Promise<void> {
  if (by === undefined) return;
  // Addresses may carry credentials.
  const metadata = { host: new URL(url).host, count };
  await writeAudit(tx, { by, action: "word.import", atMs: clock.nowMs(), metadata });
}

async function readWords(needs: Needs, text: string): Promise<WordDraft[]> {
  const max = needs.settings.LIMITS_MAX_IMPORT_WORDS;
  const drafts: WordDraft[] = [];
  let [read, count] = [0, 0];
  await takeTurns();
  for (const line of linesOf(text)) {
    const draft = parseWordLine(line);
    if (draft !== undefined) count += 1;
    if (draft !== undefined && count <= max) drafts.push(draft);
    read += line.length + 1;
    if (read < CHARACTERS_AT_ONCE) continue;
    read = 0;
    await takeTurns();
  }
  if (count > max) refuseOver("IMPORT_TOO_LARGE", { unit: "words", limit: max, count });
  await mapInTurns(drafts, (draft) => cleanWord(draft));
  return drafts;
}

async function storeSlices(
  needs: Needs,
  book: ImportingBook,
  drafts: readonly WordDraft[],
  note: (tx: Database) => Promise<void>,
): Promise<WordPublic[]> {
  const { database } = needs;
  const words: WordPublic[] = [];
  for (const slice of slicesOf(drafts)) {
    const stored = await transact(database, async (tx) => {
      await continueImport(needs, tx, book.id);
      const items = await storeWords(needs, tx, slice);
      const created = items.map(({ id, text }) => ({ id, textFolded: foldText(text) }));
      await insertImportedWords(tx, book.id, created);
      return items;
    });
    words.push(...stored);
    await takeTurns();
  }
  await transact(database, async (tx) => {
    await continueImport(needs, tx, book.id);
    await keepImportedWords(tx, book);
    await note(tx);
  });
  return words;
}

function* slicesOf(drafts: readonly WordDraft[]): Generator<WordDraft[]> {
  let slice: WordDraft[] = [];
  let characters = 0;
  for (const draft of drafts) {
    slice.push(draft);
    characters += draft.text.length + draft.meaning.length;
    if (slice.length < SLICE.words && characters < SLICE.characters) continue;
    yield slice;
    [slice, characters] = [[], 0];
  }
  if (slice.length > 0) yield slice;
}

async function fetchText(needs: Needs, url: string): Promise<string> {
  const bytes = await needs.outbound.fetch(url, LIMITS).catch((cause) => refuseFault(cause, CODES));
  // Neither database stores the NUL character reliably, and no word list contains it.
  if (!isUtf8(bytes) || bytes.includes(0)) {
    refuse("IMPORT_READ_FAILED", "The file is not UTF-8 text.");
  }
  return new TextDecoder().decode(bytes);
}

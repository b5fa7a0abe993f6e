import { performance } from "node:perf_hooks";
import { canonicalLanguage } from "@wordloom/language";
import type { Deps } from "../../../deps.ts";
import { FileUnreadableError, readInThread } from "../../../platform/basics/file-thread.ts";
import { withStoredFile } from "../../../platform/basics/stored-parts.ts";
import { takeNamedLock } from "../../../platform/database/named-lock.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { removeInSteps } from "../../../platform/jobs/remove-in-steps.ts";
import { yieldToRequests } from "../../../platform/jobs/yield-to-requests.ts";
import { DAY_MS, MINUTE_MS } from "../../../platform/time/durations.ts";
import { latestStoredMs } from "../../../platform/database/stored-times.ts";
import { DICTIONARIES_LOCK } from "./dictionaries.service.ts";
import { insertEntries, removeEntries } from "./dictionary-entries.repo.ts";
import { findPart, removePart } from "./dictionary-parts.repo.ts";
import {
  expireRows,
  findUnfinished,
  nextPosition,
  removeRow,
  updateRow,
  type DictionaryRow,
} from "./dictionary-rows.repo.ts";
import type {
  DictionaryAbout,
  DictionaryBatch,
  DictionaryMessage,
  DictionaryProblem,
} from "./read-dictionary.thread.ts";
import { isSource } from "./word-sources.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "log">;

const SCRIPT = new URL("./read-dictionary.thread.ts", import.meta.url);

const PROBLEMS_MAX = 200;
/** Longer than an upload may take, and how long a failure can be read. */
const KEPT_MS = [
  ["uploading", 20 * MINUTE_MS],
  ["failed", 7 * DAY_MS],
] as const;

/** An administrator has deleted the dictionary meanwhile. */
class StoppedError extends Error {
  override readonly name = "StoppedError";
}

/**
 * Reads dictionaries that were sent, and removes those that were deleted, one after another. What
 * the end of a process cut off is begun anew.
 */
export async function workOnDictionaries(
  needs: Needs,
  signal: AbortSignal,
  moves: () => void,
): Promise<void> {
  const nowMs = needs.clock.nowMs();
  for (const [state, keptMs] of KEPT_MS) {
    const period = { sinceMs: nowMs - keptMs, latestMs: latestStoredMs(nowMs) };
    await expireRows(needs.database, state, period);
  }
  while (!signal.aborted) {
    const row = await findUnfinished(needs.database);
    if (row === undefined) return;
    if (row.state === "reading") await readOne(needs, row, signal, moves);
    else if (row.state === "deleting") await removeOne(needs, row, signal, moves);
    else await dropFile(needs, row, signal, moves);
  }
}

async function readOne(
  needs: Needs,
  row: DictionaryRow,
  signal: AbortSignal,
  moves: () => void,
): Promise<void> {
  const { clock, database, log } = needs;
  try {
    await dropEntries(needs, row, signal, moves);
    await finish(needs, row, await takeEntries(needs, row, signal, moves));
  } catch (error) {
    if (signal.aborted || error instanceof StoppedError) return;
    const isFile = error instanceof FileUnreadableError;
    if (!isFile) log.error({ err: error, dictionaryId: row.id }, "a dictionary could not be read");
    await dropEntries(needs, row, signal, moves);
    await updateRow(database, row.seq, ["reading"], {
      state: "failed",
      progress: 1,
      error_code: isFile ? "DICTIONARY_INVALID" : "INTERNAL",
      error_message: isFile ? error.message : "An internal error occurred.",
      changed_at_ms: clock.nowMs(),
      finished_at_ms: clock.nowMs(),
    });
  }
}

/** What has been read of a dictionary. */
interface Reading {
  about: DictionaryAbout;
  entries: number;
  readonly kinds: Set<string>;
  readonly problems: DictionaryProblem[];
  problemCount: number;
}

async function takeEntries(
  { clock, database }: Needs,
  row: DictionaryRow,
  signal: AbortSignal,
  moves: () => void,
): Promise<Reading> {
  const reading: Reading = {
    about: { title: "", revision: "", attribution: "", language: null, meaningLanguage: null },
    entries: 0,
    kinds: new Set(),
    problems: [],
    problemCount: 0,
  };
  const store = async (batch: DictionaryBatch) => {
    signal.throwIfAborted();
    const startedMs = performance.now();
    note(reading, batch);
    const first = reading.entries;
    const rows = batch.rows.map((entry, at) => ({
      dictionary_seq: row.seq,
      seq: first + at,
      ...entry,
    }));
    await transact(database, async (tx) => {
      const change = { progress: Math.min(0.99, batch.share), changed_at_ms: clock.nowMs() };
      if (!(await updateRow(tx, row.seq, ["reading"], change))) throw new StoppedError();
      await insertEntries(tx, rows);
    });
    reading.entries += rows.length;
    moves();
    await yieldToRequests(performance.now() - startedMs);
  };
  // The thread reads on while the rows before are stored; only they wait in memory.
  let stored = Promise.resolve();
  const find = (part: number) => findPart(database, row.seq, part);
  const read = (path: string) => {
    const task = { path, name: row.name, meaningLanguage: row.meaning_language };
    return readInThread<DictionaryMessage, void>(SCRIPT, task, signal, (message, ends) => {
      if ("about" in message) {
        reading.about = message.about;
        ends.answer();
      } else if ("batch" in message) {
        void stored.then(() => ends.answer(), ends.reject);
        stored = stored.then(() => store(message.batch));
        stored.catch(ends.reject);
      } else stored.then(ends.resolve, ends.reject);
    });
  };
  try {
    await withStoredFile(find, read);
  } finally {
    // Nothing is stored any more once this attempt is over.
    await stored.catch(() => undefined);
  }
  return reading;
}

function note(reading: Reading, { kinds, problems }: DictionaryBatch): void {
  for (const kind of kinds) reading.kinds.add(kind);
  reading.problemCount += problems.length;
  reading.problems.push(...problems.slice(0, PROBLEMS_MAX - reading.problems.length));
}

/** Makes a dictionary known that has been read to its end. @throws FileUnreadableError */
async function finish(
  { clock, database }: Needs,
  row: DictionaryRow,
  { about, entries, kinds, problems, problemCount }: Reading,
): Promise<void> {
  const [first] = problems;
  if (entries === 0)
    throw new FileUnreadableError(
      first === undefined
        ? "The file has no entries."
        : `The file has no entry that can be used. ${first.where}: ${first.message}`,
    );
  const language = row.language ?? canonical(about.language);
  const meaningLanguage = row.meaning_language ?? canonical(about.meaningLanguage);
  if (language === null) throw new FileUnreadableError(unknown("words"));
  if (meaningLanguage === null && kinds.has("word"))
    throw new FileUnreadableError(unknown("meanings"));
  await transact(database, async (tx) => {
    await takeNamedLock(tx, DICTIONARIES_LOCK);
    await updateRow(tx, row.seq, ["reading"], {
      state: "done",
      title: about.title,
      revision: about.revision,
      attribution: about.attribution,
      language,
      meaning_language: meaningLanguage,
      entries,
      kinds_json: JSON.stringify(KINDS.flatMap(([kind, name]) => (kinds.has(kind) ? name : []))),
      position: await nextPosition(tx),
      progress: 1,
      problems_json: JSON.stringify(problems),
      problem_count: problemCount,
      changed_at_ms: clock.nowMs(),
      finished_at_ms: clock.nowMs(),
    });
  });
}

/** Kinds of entries, and what a dictionary with such entries is said to hold. */
const KINDS = [
  ["word", "words"],
  ["form", "forms"],
  ["frequency", "frequency"],
  ["pitch", "pitch"],
  ["ipa", "ipa"],
] as const;

const unknown = (what: string) =>
  `The file does not say in which language its ${what} are. Choose it and send the file again.`;

function canonical(tag: string | null): string | null {
  return tag === null ? null : (canonicalLanguage(tag) ?? null);
}

async function removeOne(
  needs: Needs,
  row: DictionaryRow,
  signal: AbortSignal,
  moves: () => void,
): Promise<void> {
  const { database } = needs;
  await dropEntries(needs, row, signal, moves);
  await dropFile(needs, row, signal, moves);
  await transact(database, async (tx) => {
    // Words that were filled from it still name their source.
    if (await isSource(tx, row.seq)) await updateRow(tx, row.seq, ["deleting"], { state: "gone" });
    else await removeRow(tx, row.seq);
  });
}

async function dropEntries(
  { database }: Needs,
  { seq }: DictionaryRow,
  signal: AbortSignal,
  moves: () => void,
): Promise<void> {
  const some = async (limit: number) => {
    moves();
    return removeEntries(database, seq, limit);
  };
  await removeInSteps(some, signal);
}

async function dropFile(
  { database }: Needs,
  { seq, state }: DictionaryRow,
  signal: AbortSignal,
  moves: () => void,
): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const startedMs = performance.now();
    if (!(await removePart(database, seq))) break;
    moves();
    await yieldToRequests(performance.now() - startedMs);
  }
  await updateRow(database, seq, [state], { has_file: 0 });
}

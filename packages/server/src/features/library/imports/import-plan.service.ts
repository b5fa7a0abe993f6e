import { isDeepStrictEqual } from "node:util";
import type { Import, ImportCounts, ImportOptions } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import type { ImporterNeeds } from "../../../importer.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import { transact } from "../../../platform/database/transaction.ts";
import type { Learner } from "../../../platform/identity/actor.ts";
import { perApp } from "../../../platform/memory/per-app.ts";
import { requireRoomForOwnWords } from "../own-words/own-word-store.service.ts";
import { withFile } from "./import-files.service.ts";
import {
  addReviews,
  deckWordsOf,
  countFiles,
  countRows,
  createImportJudge,
  NO_COUNTS,
  type JudgedRow,
} from "./import-judge.service.ts";
import { roomForMedia } from "../media/media.service.ts";
import { createImportMedia } from "../media/import-media.service.ts";
import { toImport, toPreview } from "./import-reply.ts";
import { findImport, updateImport } from "./import-rows.repo.ts";
import { termsOf, type ImportTerms } from "./import-terms.service.ts";
import {
  FileUnreadableError,
  readAside,
  takeRows,
  type RowTaker,
  WordlessError,
} from "./import-thread.service.ts";
import { importerOf } from "./import-undo.service.ts";
import type { RowBatch } from "./read-import.thread.ts";
import { IMPORTS_WORKER, readImport } from "./imports.service.ts";
import { wholeFile } from "./whole-file.service.ts";

type Needs = Pick<Deps, "deckReviews" | "importers" | "jobs"> & ImporterNeeds;

const PROBLEMS_MAX = 200;

interface Planned {
  readonly counts: ImportCounts;
  readonly problems: Import["problems"];
  readonly problemCount: number;
}

/** Plans wait for each other: each needs a thread with its memory. */
const queues = perApp((_: Pick<Deps, "database">) => ({
  last: Promise.resolve() as Promise<unknown>,
}));

/**
 * Finds out what an import with these options would do, and keeps the options.
 *
 * @throws AppError NOT_FOUND, FORBIDDEN, IMPORT_STATE, IMPORT_INVALID_OPTIONS
 */
export async function planImport(
  needs: Needs,
  learner: Learner,
  id: string,
  options: ImportOptions,
): Promise<Import> {
  const file = await requireReady(needs, learner, id);
  const planned =
    (await planWhole(needs, learner, file, options)) ??
    (await planWords(needs, learner, file, options));
  const { counts, problems, problemCount, ...preview } = planned;
  const isKept = await updateImport(needs.database, id, ["ready"], {
    options_json: JSON.stringify(options),
    counts_json: JSON.stringify(counts),
    problems_json: JSON.stringify(problems),
    problem_count: problemCount,
    changed_at_ms: needs.clock.nowMs(),
    ...preview,
  });
  if (!isKept) refuse("IMPORT_STATE");
  return readImport(needs, learner, id);
}

/**
 * Has an import run in the background.
 *
 * @param options  undefined for those of the last plan
 * @throws AppError like `planImport`; OWN_WORDS_LIMIT
 */
export async function startImport(
  needs: Needs,
  learner: Learner,
  id: string,
  options: ImportOptions | undefined,
): Promise<Import> {
  const file = await requireReady(needs, learner, id);
  const isPlanned =
    file.counts !== null && (options === undefined || isDeepStrictEqual(options, file.options));
  const wanted = options ?? file.options ?? {};
  const planned =
    isPlanned && (await isRoomFor(needs, learner, file))
      ? file
      : await planImport(needs, learner, id, wanted);
  const more = (planned.counts?.own ?? 0) + (planned.counts?.filled ?? 0);
  await requireRoomForOwnWords(needs, needs.database, learner.id, more);
  return begin(needs, learner, id, ["ready"], "importing");
}

/** Whether the files of a plan still fit: the learner may have added others since. */
async function isRoomFor(
  needs: Needs,
  { id: userId }: Learner,
  { counts }: Import,
): Promise<boolean> {
  const bytes = counts?.mediaBytes ?? 0;
  return bytes === 0 || bytes <= (await roomForMedia(needs, needs.database, userId));
}

/**
 * Has what an import did taken back in the background.
 *
 * @throws AppError NOT_FOUND, IMPORT_STATE
 */
export async function startUndo(needs: Needs, learner: Learner, id: string): Promise<Import> {
  await readImport(needs, learner, id);
  return begin(needs, learner, id, ["done", "failed"], "undoing");
}

async function begin(
  { clock, database, jobs }: Needs,
  learner: Learner,
  id: string,
  from: readonly Import["state"][],
  state: "importing" | "undoing",
): Promise<Import> {
  return transact(database, async (tx) => {
    const change = { state, step: state, progress: 0, changed_at_ms: clock.nowMs() } as const;
    if (!(await updateImport(tx, id, from, change))) refuse("IMPORT_STATE");
    await jobs.requestRun(tx, IMPORTS_WORKER);
    return toImport((await findImport(tx, learner.id, id)) ?? refuse("NOT_FOUND"));
  });
}

async function requireReady(needs: Needs, learner: Learner, id: string): Promise<Import> {
  const file = await readImport(needs, learner, id);
  return file.state === "ready" ? file : refuse("IMPORT_STATE");
}

/** The plan of the importer that takes files of this kind whole, if one does. */
async function planWhole(
  needs: Needs,
  { id: userId }: Learner,
  file: Import,
  options: ImportOptions,
): Promise<Planned | undefined> {
  const importer = importerOf(needs, file);
  if (importer === undefined) return undefined;
  const faults = importer.faultsOf(options);
  if (faults.length > 0) refuse("IMPORT_INVALID_OPTIONS", faults[0]?.rule, { faults: [...faults] });
  const never = new AbortController().signal;
  const plan = () => importer.plan(needs, wholeFile(needs, file, userId, never));
  const { counts, problems } = await inTurn(needs, plan);
  return { counts, problems: problems.slice(0, PROBLEMS_MAX), problemCount: problems.length };
}

async function planWords(
  needs: Needs,
  learner: Learner,
  file: Import,
  options: ImportOptions,
): Promise<Planned & Partial<Awaited<ReturnType<typeof previewOf>>>> {
  const terms = await termsOf(needs, learner, file, options);
  const planned = await inTurn(needs, () =>
    plan(needs, file, terms, { userId: learner.id, options }),
  );
  if (!needsPreview(options)) return planned;
  return { ...planned, ...(await inTurn(needs, () => previewOf(needs, file, terms))) };
}

async function plan(
  needs: Needs,
  file: Import,
  terms: ImportTerms,
  { userId, options }: { readonly userId: string; readonly options: ImportOptions },
): Promise<Planned> {
  const { database } = needs;
  let planned = 0;
  const counts = { ...NO_COUNTS };
  const problems: Import["problems"] = [];
  const books = new Set<string>();
  const newId = () => String((planned += 1));
  const media = createImportMedia(userId, newId, await roomForMedia(needs, database, userId));
  let leftOut = 0;
  const judge = createImportJudge({ ...terms.rule, newId, recordingOf: media.recordingOf });
  const others = await readRows(needs, file, terms, async ({ batch: rows, files }) => {
    const withoutRoom = await media.meet(database, rows, files);
    leftOut += withoutRoom.length;
    const judged = await judge(database, rows);
    countRows(counts, judged);
    countFiles(counts, media.take(media.newIn(judged)));
    await planReviews(needs, { userId, importId: file.id }, options, judged, counts);
    for (const { bookKey } of judged) if (bookKey !== undefined) books.add(bookKey);
    const found = [...judged.flatMap(({ problem }) => problem ?? []), ...withoutRoom];
    problems.push(...found.slice(0, PROBLEMS_MAX - problems.length));
  });
  const isNew = (key: string) => terms.rule.bookFor(key).id === undefined;
  return {
    counts: { ...counts, books: [...books].filter(isNew).length },
    problems: [...problems, ...others.problems].slice(0, PROBLEMS_MAX),
    problemCount: counts.invalid + leftOut + others.problemCount,
  };
}

async function readRows(
  { clock, database }: Needs,
  file: Import,
  { read, columns, deck, hasFiles }: ImportTerms,
  look: (part: RowBatch) => Promise<void>,
): ReturnType<typeof takeRows> {
  const nowMs = clock.nowMs();
  const task = { name: file.name, options: read, columns, deck, hasFiles, nowMs };
  const take: RowTaker = {
    async rows(part) {
      await look(part);
      return [];
    },
    async files() {},
  };
  const never = new AbortController().signal;
  try {
    return await withFile(database, file.id, (path) => takeRows({ ...task, path }, never, take));
  } catch (error) {
    if (error instanceof WordlessError || error instanceof FileUnreadableError) {
      const faults = [{ path: "columns", rule: error.message }];
      refuse("IMPORT_INVALID_OPTIONS", error.message, { faults });
    }
    throw error;
  }
}

/** Whether the file reads differently than it did. */
function needsPreview({ encoding, separator, hasHeader, sheet }: ImportOptions): boolean {
  return [encoding, separator, hasHeader, sheet].some((option) => option != null);
}

async function previewOf({ clock, database }: Needs, file: Import, { read }: ImportTerms) {
  const heed = { rows() {}, signal: new AbortController().signal };
  const found = await withFile(database, file.id, (path) =>
    readAside({ path, name: file.name, options: read, nowMs: clock.nowMs() }, heed),
  );
  return { kind: found.kind, preview_json: JSON.stringify(toPreview(found)) };
}

async function inTurn<T>(needs: Needs, work: () => Promise<T>): Promise<T> {
  const queue = queues(needs);
  const turn = queue.last.then(work);
  queue.last = turn.catch(() => undefined);
  return turn;
}

/** Adds to the counts of a plan what would become of the reviews of these rows. */
async function planReviews(
  needs: Pick<Deps, "database" | "deckReviews">,
  of: { readonly userId: string; readonly importId: string },
  options: ImportOptions,
  judged: readonly JudgedRow[],
  counts: ImportCounts,
): Promise<void> {
  if (options.reviews === "ignore") return;
  addReviews(counts, await needs.deckReviews.judge(needs, of, deckWordsOf(judged)));
}

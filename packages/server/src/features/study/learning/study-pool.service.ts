import type { WordPublic } from "@wordloom/contract";
import type { Batch, BatchRequest } from "@wordloom/engine";
import type { Deps } from "../../../deps.ts";
import { createGroupCommit } from "../../../platform/database/group-commit.ts";
import type { OpenTransaction } from "../../../platform/database/tables.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { ttlCachePerApp } from "../../../platform/memory/ttl-cache.ts";
import { perApp } from "../../../platform/memory/per-app.ts";
import { createSharedReads } from "../../../platform/memory/shared-reads.ts";
import {
  chooseBatches,
  type LearnerBatchRequest,
  type LoadedWord,
} from "../../adaptation/amas/amas.service.ts";
import type { ForeseenPool } from "../../adaptation/amas/foreseen-batches.service.ts";
import { learnerDay } from "../../accounts/preferences/preferences.service.ts";
import { isRowDue, type DueAt } from "../../progress/word-states/due.ts";
import { readStudyConfig, selectionOf } from "../study-config/study-config.service.ts";
import { wordFacts } from "../../library/word-facts/word-facts.service.ts";
import { listWordsOfMany } from "../../library/words/words.service.ts";
import { owedWords, type OwedWords } from "./owed-words.ts";
import { unseenWords } from "./unseen-words.service.ts";
import {
  countDue,
  listAnsweredSoOften,
  listAnswersSince,
  listKnownWords,
  listLatestDue,
  listNamedErrors,
  listNamedWords,
  type DatedPoolRow,
  type PoolQuery,
  type PoolRow,
} from "./study-pool.repo.ts";

export {
  countReviews,
  countReviewsByStep,
  hasBecomeDue,
  listMostOverdue,
} from "./study-pool.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "ids" | "settings">;

/** Known words offered to the engine: those with the earliest review times. */
const KNOWN_OFFERED = 80;

/**
 * In a backlog, the most overdue words are forgotten anyway. Half of them are replaced by this many
 * that fell due last, which can still be saved.
 */
const FRESH_OFFERED = 40;

/** More due words than anybody reviews in a day. */
const DUE_COUNTED = 1_000;

/** How long a counted backlog is cached: it hardly shrinks within a minute. */
const COUNTED_FOR_MS = 60_000;

/** Number of due words by learner and books. */
const backlogs = ttlCachePerApp<number>({ entriesMax: 10_000, ttlMs: COUNTED_FOR_MS });

/** Latest answers of a day among which words that are owed another question are looked for. */
const DAY_ANSWERS = 300;

/** New words offered: enough to choose by difficulty, few enough to rank at once. */
const UNSEEN_OFFERED = 40;

/** Requests per transaction: enough to share its flush; each takes the engine a millisecond. */
const BATCHES_AT_ONCE = 32;

/** Options of a request for a batch. */
export interface BatchOptions {
  readonly exclude: readonly string[];
  /** Whether words met today that the session owes another question are asked, too. */
  readonly withOwed?: boolean;
  readonly session?: BatchRequest["session"];
}

/** A batch and its words as shown to clients, in the same order. */
export interface ShownBatch {
  readonly batch: Batch;
  readonly words: WordPublic[];
}

/**
 * Lets the engine choose the learner's next batch.
 *
 * The batch is stored, because its reward comes with the answers. Concurrent requests share one
 * commit; concurrent requests of one learner also share the pool.
 */
export async function chooseBatch(
  needs: Needs,
  userId: string,
  options: BatchOptions,
): Promise<ShownBatch> {
  return choosing(needs).submit(await toBatchRequest(needs, userId, options));
}

const choosing = perApp((needs: Needs) =>
  createGroupCommit<LearnerBatchRequest, ShownBatch>(
    async (requests) => {
      const { chosen, shown } = await transact(needs.database, async (tx) => {
        const batches = await chooseBatches(needs, tx, requests);
        return { chosen: batches, shown: await listShown(tx, requests, batches.batches) };
      });
      chosen.afterCommit();
      return shown;
    },
    { max: BATCHES_AT_ONCE },
  ),
);

/** Read before the commit: a batch whose words cannot be shown is not handed out. */
async function listShown(
  tx: OpenTransaction,
  requests: readonly LearnerBatchRequest[],
  batches: readonly Batch[],
): Promise<ShownBatch[]> {
  const asked = requests.map(({ userId }, at) => ({ userId, ids: batches[at]?.wordIds ?? [] }));
  const words = await listWordsOfMany(tx, asked);
  return batches.map((batch, at) => ({ batch, words: words[at] ?? [] }));
}

async function toBatchRequest(
  needs: Needs,
  userId: string,
  options: BatchOptions,
): Promise<LearnerBatchRequest> {
  const named = options.session?.errorProne ?? [];
  const extra = options.exclude.length;
  const withOwed = options.withOwed === true;
  const key = JSON.stringify([userId, extra, named, withOwed]);
  const pool = await pools(needs)(key, () => readPool(needs, userId, { named, extra, withOwed }));
  const { dayEndMs, owed, ...offered } = pool;
  return {
    userId,
    ...offered,
    request: {
      nowMs: needs.clock.nowMs(),
      dayEndMs,
      key: needs.ids.next(),
      exclude: [...options.exclude],
      shown: [],
      again: [...owed.ripe],
      spare: [...owed.early],
      ...(options.session !== undefined && { session: options.session }),
    },
  };
}

/** The candidates for a learner's next batch. */
interface Pool {
  readonly words: readonly LoadedWord[];
  /** Number of due words; absent if all of them are in `words`. */
  readonly backlog?: number;
  /** End of the learner's day. */
  readonly dayEndMs: number;
  readonly owed: OwedWords;
}

/** Pools shared by concurrent requests. */
const pools = perApp(() => createSharedReads<Pool>());

/** Words to include whatever their dates, and how many more than usual the pool holds. */
interface PoolRequest {
  readonly named: readonly string[];
  readonly extra: number;
  readonly withOwed: boolean;
}

/** Learner, books and time of a request. */
type BacklogQuery = Omit<PoolQuery, "limit">;

/**
 * Words worth ranking: those with the earliest reviews, the errors of the session, and the next new
 * ones; in a backlog also the freshest, and its length. The number is bounded, so that the reply
 * does not get slower as a learner's library grows.
 */
async function readPool(
  needs: Needs,
  userId: string,
  { named, extra, withOwed }: PoolRequest,
): Promise<Pool> {
  const { database } = needs;
  const selection = selectionOf(await readStudyConfig(needs, userId));
  const { nowMs, dayStartMs, dayEndMs } = await learnerDay(needs, userId);
  const query = { userId, ...selection, nowMs, dayEndMs };
  const { owed, rows: owedRows } = await readOwed(needs, withOwed ? query : null, dayStartMs);
  const limit = KNOWN_OFFERED + extra;
  const earliest = await listKnownWords(database, { ...query, limit });
  const backlog = await backlogBeyond(needs, { ...query, limit }, earliest);
  const isBacklog = backlog !== undefined;
  const known = isBacklog ? dueFirst(earliest, query).slice(0, limit - FRESH_OFFERED) : earliest;
  const fresh = isBacklog ? await listLatestDue(database, { ...query, limit: FRESH_OFFERED }) : [];
  const errors = named.length === 0 ? [] : await listNamedErrors(database, query, named);
  const unseen = await unseenWords(needs, { ...query, limit: UNSEEN_OFFERED + extra });
  const rows = new Map<string, PoolRow>();
  for (const row of [...known, ...fresh, ...errors, ...owedRows, ...unseen.map(unseenRow)]) {
    rows.set(row.word_id, rows.get(row.word_id) ?? row);
  }
  const words = await withFacts(needs, userId, [...rows.values()]);
  return { words, dayEndMs, owed, ...(isBacklog && { backlog }) };
}

/** Words met today that the session owes another question. @param query null: none are asked */
async function readOwed(
  { database }: Needs,
  query: BacklogQuery | null,
  dayStartMs: number,
): Promise<{ owed: OwedWords; rows: readonly PoolRow[] }> {
  const latest =
    query === null ? [] : await listAnswersSince(database, query.userId, dayStartMs, DAY_ANSWERS);
  if (query === null || latest.length === 0) return { owed: { ripe: [], early: [] }, rows: [] };
  const answers = latest.toReversed();
  const counts = new Map<string, number>();
  for (const { wordId } of answers) counts.set(wordId, (counts.get(wordId) ?? 0) + 1);
  const rows = await listAnsweredSoOften(database, query, counts);
  return { owed: owedWords(answers, new Set(rows.map((row) => row.word_id))), rows };
}

/**
 * The pools of batches that are chosen one after the other, without an answer in between: what
 * `chooseBatch` would offer to the engine after some words have been handed out.
 *
 * @param wanted  number of words to hand out in all
 */
export async function foreseePools(
  needs: Omit<Needs, "ids">,
  { userId, wanted, ...at }: DueAt & { readonly userId: string; readonly wanted: number },
): Promise<ForeseenPool> {
  const { database } = needs;
  const query = { userId, ...selectionOf(await readStudyConfig(needs, userId)), ...at };
  const limit = KNOWN_OFFERED + wanted;
  const earliest = await listKnownWords(database, { ...query, limit });
  const due = earliest.filter((row) => isRowDue(row, at));
  const beyond = await backlogBeyond(needs, { ...query, limit }, earliest);
  const fresh =
    beyond === undefined
      ? due.slice(-FRESH_OFFERED).toReversed()
      : await listLatestDue(database, { ...query, limit: FRESH_OFFERED });
  const backlog = beyond ?? due.length;
  const unseen = await unseenWords(needs, { ...query, limit: UNSEEN_OFFERED + wanted });
  const rows = new Map<string, PoolRow>();
  for (const row of [...earliest, ...fresh, ...unseen.map(unseenRow)]) rows.set(row.word_id, row);
  const freshIds = fresh.map((row) => row.word_id);
  return {
    words: await withFacts(needs, userId, [...rows.values()]),
    due: new Set([...due.map((row) => row.word_id), ...freshIds]),
    offered(taken) {
      const room = KNOWN_OFFERED + taken;
      const known = earliest.slice(0, room);
      const next = unseen.slice(0, UNSEEN_OFFERED + taken);
      if (!isBeyond(backlog, known, { ...at, limit: room })) {
        return { wordIds: [...idsOf(known), ...next] };
      }
      const overdue = dueFirst(known, at).slice(0, room - FRESH_OFFERED);
      return { wordIds: [...new Set([...idsOf(overdue), ...freshIds]), ...next], backlog };
    },
  };
}

const idsOf = (rows: readonly PoolRow[]) => rows.map((row) => row.word_id);

/**
 * Number of due words, if there are more than the earliest words hold. Words that are due by the
 * day may come after others of that day that are not due yet.
 */
async function backlogBeyond(
  needs: Omit<Needs, "ids">,
  query: PoolQuery,
  earliest: readonly DatedPoolRow[],
): Promise<number | undefined> {
  if (!isCutWithinDay(earliest, query)) return undefined;
  const backlog = await backlogOf(needs, query);
  return isBeyond(backlog, earliest, query) ? backlog : undefined;
}

/** Whether a backlog of this length reaches beyond the earliest words. */
function isBeyond(
  backlog: number,
  earliest: readonly DatedPoolRow[],
  at: DueAt & { readonly limit: number },
): boolean {
  if (!isCutWithinDay(earliest, at)) return false;
  const due = earliest.filter((row) => isRowDue(row, at)).length;
  return due === at.limit || backlog > due;
}

/** Whether the limit left out words that come before the end of the learner's day. */
function isCutWithinDay(
  earliest: readonly DatedPoolRow[],
  { limit, dayEndMs }: { readonly limit: number; readonly dayEndMs: number },
): boolean {
  const last = earliest[limit - 1];
  return last !== undefined && last.next_review_at_ms < dayEndMs;
}

/** The same words, those that are due before the others. */
function dueFirst(rows: readonly DatedPoolRow[], at: DueAt): DatedPoolRow[] {
  const isLater = (row: DatedPoolRow) => (isRowDue(row, at) ? 0 : 1);
  return rows.toSorted((a, b) => isLater(a) - isLater(b));
}

async function backlogOf(needs: Omit<Needs, "ids">, query: BacklogQuery): Promise<number> {
  const key = [query.userId, ...query.wordbookIds, ...query.languages].join();
  return backlogs(needs).readOne(key, () =>
    countDue(needs.database, { ...query, limit: DUE_COUNTED }),
  );
}

/**
 * The words with what the engine remembers of each, in the given order; unknown ids are left out.
 */
export async function gatherNamed(
  needs: Pick<Deps, "clock" | "database">,
  userId: string,
  wordIds: readonly string[],
): Promise<LoadedWord[]> {
  const rows = await listNamedWords(needs.database, userId, wordIds);
  const known = new Map(rows.map((row) => [row.word_id, row]));
  return withFacts(
    needs,
    userId,
    wordIds.map((wordId) => known.get(wordId) ?? unseenRow(wordId)),
  );
}

function unseenRow(wordId: string): PoolRow {
  return { word_id: wordId, memory_json: null };
}

async function withFacts(
  needs: Pick<Deps, "clock" | "database">,
  userId: string,
  rows: readonly PoolRow[],
): Promise<LoadedWord[]> {
  const wordIds = rows.map((row) => row.word_id);
  const facts = await wordFacts(needs, userId, wordIds);
  return rows.flatMap((row) => {
    const word = facts.get(row.word_id);
    return word === undefined ? [] : { word, memoryJson: row.memory_json };
  });
}

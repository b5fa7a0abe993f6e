import type { WordPublic } from "@wordloom/contract";
import type { Batch, BatchRequest } from "@wordloom/engine";
import type { Deps } from "../../deps.ts";
import { createGroupCommit } from "../../platform/database/group-commit.ts";
import { transact } from "../../platform/database/transaction.ts";
import { freshMapPerApp } from "../../platform/fresh-map.ts";
import { perApp } from "../../platform/per-app.ts";
import { createSharedReads } from "../../platform/shared-reads.ts";
import { chooseBatches, type LearnerBatchRequest, type LoadedWord } from "../amas/amas.service.ts";
import { readStudyConfig } from "../study-config/study-config.service.ts";
import { wordFacts } from "../word-facts/word-facts.service.ts";
import { listWordsById } from "../words/words.service.ts";
import { unseenWords } from "./unseen-words.service.ts";
import {
  countDue,
  listKnownWords,
  listLatestDue,
  listNamedWords,
  type PoolQuestion,
  type PoolRow,
} from "./study-pool.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "ids" | "settings">;

/** Known words offered to the engine: those with the earliest review times. */
const KNOWN_OFFERED = 80;

/**
 * In a backlog the earliest are those that are forgotten anyway. So many that fell due last stand
 * in for half of them: among those is what can still be saved.
 */
const FRESH_OFFERED = 40;

/** So many due words are more than anybody does in a day. */
const DUE_COUNTED = 1_000;

/** How long a counted backlog is reused: it hardly shrinks within a minute. */
const COUNTED_FOR_MS = 60_000;

/** Due words by learner and books. */
const backlogs = freshMapPerApp<number>({ entriesMax: 10_000, freshForMs: COUNTED_FOR_MS });

/** New words offered: enough to choose by difficulty, few enough to rank at once. */
const UNSEEN_OFFERED = 40;

/** What a request for words may add to the plain "what next?". */
export interface BatchOptions {
  readonly exclude: readonly string[];
  readonly session?: BatchRequest["session"];
}

/** A batch with its words as they are shown, in its order. */
export interface ShownBatch {
  readonly batch: Batch;
  readonly words: WordPublic[];
}

/**
 * Lets the engine choose the learner's next batch.
 *
 * The engine remembers what it handed out (its reward comes with the answers), so choosing writes;
 * requests that arrive together share one commit, and those of one learner what they choose from.
 */
export async function chooseBatch(
  needs: Needs,
  userId: string,
  options: BatchOptions,
): Promise<ShownBatch> {
  return choosing(needs).submit(await toBatchRequest(needs, userId, options));
}

const choosing = perApp((needs: Needs) =>
  createGroupCommit<LearnerBatchRequest, ShownBatch>(async (requests) => {
    const chosen = await transact(needs.database, (tx) => chooseBatches(needs, tx, requests));
    chosen.afterCommit();
    const wordIds = new Set(chosen.batches.flatMap((batch) => batch.wordIds));
    const listed = await listWordsById(needs.database, [...wordIds]);
    const shown = new Map(listed.map((word) => [word.id, word]));
    return chosen.batches.map((batch) => ({
      batch,
      words: batch.wordIds.flatMap((id) => shown.get(id) ?? []),
    }));
  }),
);

async function toBatchRequest(
  needs: Needs,
  userId: string,
  options: BatchOptions,
): Promise<LearnerBatchRequest> {
  const named = options.session?.errorProne ?? [];
  const spare = options.exclude.length;
  const key = JSON.stringify([userId, spare, named]);
  const pool = await pools(needs)(key, () => readPool(needs, userId, { named, spare }));
  return {
    userId,
    ...pool,
    request: {
      nowMs: needs.clock.nowMs(),
      key: needs.ids.next(),
      exclude: [...options.exclude],
      shown: [],
      ...(options.session !== undefined && { session: options.session }),
    },
  };
}

/** What a learner's next batch is chosen from. */
interface Pool {
  readonly words: readonly LoadedWord[];
  /** Words that are due; absent: those among the words are all. */
  readonly backlog?: number;
}

/** A learner's pools, for requests that come at the same time. */
const pools = perApp(() => createSharedReads<Pool>());

/** Words that are to be in a pool whatever their dates, and how many more than usual it holds. */
interface PoolRequest {
  readonly named: readonly string[];
  readonly spare: number;
}

/** Whose words, out of which books, and when. */
type Asked = Omit<PoolQuestion, "limit"> & { readonly nowMs: number };

/**
 * Words worth ranking: those whose review comes first, the errors of the session, and the next new
 * ones; of a backlog the freshest too, and how long it is. A bounded number, so that the answer
 * does not get slower as a learner's library grows.
 */
async function readPool(
  needs: Needs,
  userId: string,
  { named, spare }: PoolRequest,
): Promise<Pool> {
  const { database } = needs;
  const { selectedWordbookIds: wordbookIds } = await readStudyConfig(needs, userId);
  const asked = { userId, wordbookIds, nowMs: needs.clock.nowMs() };
  const limit = KNOWN_OFFERED + spare;
  const earliest = await listKnownWords(database, { ...asked, limit });
  const due = earliest.filter((row) => row.next_review_at_ms <= asked.nowMs);
  const overdue = due.length === limit;
  const known = overdue ? earliest.slice(0, limit - FRESH_OFFERED) : earliest;
  const fresh = overdue ? await listLatestDue(database, { ...asked, limit: FRESH_OFFERED }) : [];
  const errors = named.length === 0 ? [] : await listNamedWords(database, userId, named);
  const unseen = await unseenWords(needs, { ...asked, limit: UNSEEN_OFFERED + spare });
  const rows = new Map<string, PoolRow>();
  for (const row of [...known, ...fresh, ...errors, ...unseen.map(unseenRow)]) {
    rows.set(row.word_id, rows.get(row.word_id) ?? row);
  }
  const words = await withFacts(needs, [...rows.values()]);
  if (!overdue) return { words };
  return { words, backlog: await backlogOf(needs, asked) };
}

async function backlogOf(needs: Needs, asked: Asked): Promise<number> {
  const key = [asked.userId, ...asked.wordbookIds].join();
  return backlogs(needs).readOne(key, () =>
    countDue(needs.database, { ...asked, limit: DUE_COUNTED }),
  );
}

/** These words with what the engine remembers of each, in their order; unknown ids are left out. */
export async function gatherNamed(
  needs: Pick<Deps, "clock" | "database">,
  userId: string,
  wordIds: readonly string[],
): Promise<LoadedWord[]> {
  const rows = await listNamedWords(needs.database, userId, wordIds);
  const known = new Map(rows.map((row) => [row.word_id, row]));
  return withFacts(
    needs,
    wordIds.map((wordId) => known.get(wordId) ?? unseenRow(wordId)),
  );
}

function unseenRow(wordId: string): PoolRow {
  return { word_id: wordId, memory_json: null };
}

async function withFacts(
  needs: Pick<Deps, "clock" | "database">,
  rows: readonly PoolRow[],
): Promise<LoadedWord[]> {
  const wordIds = rows.map((row) => row.word_id);
  const facts = await wordFacts(needs, wordIds);
  return rows.flatMap((row) => {
    const word = facts.get(row.word_id);
    return word === undefined ? [] : { word, memoryJson: row.memory_json };
  });
}

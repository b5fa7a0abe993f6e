import type { Batch, BatchRequest } from "@wordloom/engine";
import type { Deps } from "../../deps.ts";
import { createGroupCommit } from "../../platform/database/group-commit.ts";
import { transact } from "../../platform/database/transaction.ts";
import { freshMapPerApp } from "../../platform/fresh-map.ts";
import { perApp } from "../../platform/per-app.ts";
import { chooseBatches, type BatchWish, type GatheredWord } from "../amas/amas.service.ts";
import { readStudyConfig } from "../study-config/study-config.service.ts";
import { wordFacts } from "../word-facts/word-facts.service.ts";
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

/** How long a backlog stays as it was counted: nobody works off much of one in a minute. */
const COUNTED_FOR_MS = 60_000;

/** Due words by learner and books. */
const backlogs = freshMapPerApp<number>({ entriesMax: 10_000, freshForMs: COUNTED_FOR_MS });

/** New words offered: enough to choose by difficulty, few enough to rank at once. */
const UNSEEN_OFFERED = 40;

/** What a request for words may add to the plain "what next?". */
export interface BatchAsk {
  readonly exclude: readonly string[];
  readonly session?: BatchRequest["session"];
}

interface Waiting {
  readonly wish: BatchWish;
  batch?: Batch;
}

/**
 * Lets the engine choose the learner's next batch.
 *
 * The engine remembers what it handed out (its reward comes with the answers), so choosing writes;
 * requests that arrive together share one commit.
 */
export async function chooseBatch(needs: Needs, userId: string, ask: BatchAsk): Promise<Batch> {
  const waiting: Waiting = { wish: await toWish(needs, userId, ask) };
  await choosing(needs).submit(waiting);
  if (waiting.batch === undefined) throw new Error("the engine chose no batch");
  return waiting.batch;
}

const choosing = perApp((needs: Needs) =>
  createGroupCommit<Waiting>(async (asked) => {
    const chosen = await transact(needs.database, (tx) =>
      chooseBatches(
        needs,
        tx,
        asked.map(({ wish }) => wish),
      ),
    );
    chosen.afterCommit();
    for (const [index, waiting] of asked.entries()) {
      const batch = chosen.batches[index];
      if (batch !== undefined) waiting.batch = batch;
    }
  }),
);

async function toWish(needs: Needs, userId: string, ask: BatchAsk): Promise<BatchWish> {
  const config = await readStudyConfig(needs, userId);
  const nowMs = needs.clock.nowMs();
  const asked = { userId, wordbookIds: config.selectedWordbookIds, nowMs };
  const { words, backlog } = await gatherWords(needs, asked, ask);
  return {
    userId,
    words,
    ...(backlog !== undefined && { backlog }),
    request: {
      nowMs,
      key: needs.ids.next(),
      exclude: [...ask.exclude],
      shown: [],
      ...(ask.session !== undefined && { session: ask.session }),
    },
  };
}

/** Whose words, out of which books, and when. */
type Asked = Omit<PoolQuestion, "limit"> & { readonly nowMs: number };

/**
 * Words worth ranking: those whose review comes first, the errors of the session, and the next new
 * ones; of a backlog the freshest too, and how long it is. A bounded number, so that the answer
 * does not get slower as a learner's library grows.
 */
async function gatherWords(
  needs: Needs,
  asked: Asked,
  ask: BatchAsk,
): Promise<{ words: GatheredWord[]; backlog?: number }> {
  const { database } = needs;
  const spare = ask.exclude.length;
  const limit = KNOWN_OFFERED + spare;
  const earliest = await listKnownWords(database, { ...asked, limit });
  const due = earliest.filter((row) => row.next_review_at_ms <= asked.nowMs);
  const overdue = due.length === limit;
  const known = overdue ? earliest.slice(0, limit - FRESH_OFFERED) : earliest;
  const fresh = overdue ? await listLatestDue(database, { ...asked, limit: FRESH_OFFERED }) : [];
  const errors = ask.session?.errorProne ?? [];
  const named = errors.length === 0 ? [] : await listNamedWords(database, asked.userId, errors);
  const unseen = await unseenWords(needs, { ...asked, limit: UNSEEN_OFFERED + spare });
  const excluded = new Set(ask.exclude);
  const rows = new Map<string, PoolRow>();
  for (const row of [...known, ...fresh, ...named, ...unseen.map(unseenRow)]) {
    if (!excluded.has(row.word_id)) rows.set(row.word_id, rows.get(row.word_id) ?? row);
  }
  const words = await withFacts(needs, [...rows.values()]);
  if (!overdue) return { words };
  return { words, backlog: await backlogOf(needs, asked) };
}

async function backlogOf(needs: Needs, asked: Asked): Promise<number> {
  const counted = backlogs(needs);
  const key = [asked.userId, ...asked.wordbookIds].join();
  const known = counted.get(key);
  if (known !== undefined) return known;
  const due = await countDue(needs.database, { ...asked, limit: DUE_COUNTED });
  counted.set(key, due);
  return due;
}

/** These words with what the engine remembers of each, in their order; unknown ids are left out. */
export async function gatherNamed(
  needs: Pick<Deps, "clock" | "database">,
  userId: string,
  wordIds: readonly string[],
): Promise<GatheredWord[]> {
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
): Promise<GatheredWord[]> {
  const wordIds = rows.map((row) => row.word_id);
  const facts = await wordFacts(needs, wordIds);
  return rows.flatMap((row) => {
    const word = facts.get(row.word_id);
    return word === undefined ? [] : { word, memoryJson: row.memory_json };
  });
}

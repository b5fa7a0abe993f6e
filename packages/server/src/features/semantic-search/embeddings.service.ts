import { setTimeout as pause } from "node:timers/promises";
import type { Deps } from "../../deps.ts";
import { transact } from "../../platform/database/transaction.ts";
import { embeddingModel, embedTexts, LlmError } from "../../platform/llm/llm.ts";
import { perApp } from "../../platform/per-app.ts";
import { countWords, holdWords } from "../words/words.service.ts";
import {
  findLastWordSeq,
  listEmbeddings,
  listNewEmbeddings,
  listUnembedded,
  replaceEmbeddings,
  type UnembeddedRow,
} from "./embeddings.repo.ts";
import {
  cosine,
  createVectorIndex,
  fromBlob,
  toBlob,
  type Neighbour,
  type VectorIndex,
} from "./vector-index.ts";

type Needs = Pick<Deps, "clock" | "database" | "log" | "settings">;

/** Texts per request; their vectors fit into one reply of any model. */
const TEXTS_AT_ONCE = 8;
const TEXT_MAX = 1_000;
/** Row numbers looked through in one statement. */
const SEQS_AT_ONCE = 2_000;
/** One bad word may spoil its batch; several in a row mean that the service is down. */
const FAILURES_MAX = 3;
const ROWS_AT_ONCE = 256;
/** With a smaller share of words embedded, search by meaning would miss too much. */
const COVERAGE_MIN = 0.5;
/** The index is exact to about 1 %, so this many times the wanted number is looked at closely. */
const LOOK_AT = 4;
const PATIENCE_MS = 8_000;
const REST_MS = 60_000;

interface Memory {
  readonly index: VectorIndex;
  lastSeq: number;
  /** At most one reader brings the index up to date; the others wait for it. */
  loading: Promise<void> | undefined;
  restingUntilMs: number;
}

const memoryOf = perApp<Needs, Memory>(() => ({
  index: createVectorIndex(),
  lastSeq: 0,
  loading: undefined,
  restingUntilMs: 0,
}));

/**
 * Words nearest in meaning, nearest first; undefined when meaning cannot be searched now: no model
 * for it, no budget, no answer in time, or too few words have vectors yet.
 */
export async function findNearest(
  needs: Needs,
  query: string,
  limit: number,
): Promise<Neighbour[] | undefined> {
  const model = embeddingModel(needs);
  const memory = memoryOf(needs);
  if (model === undefined || memory.restingUntilMs > needs.clock.monotonicMs()) return undefined;
  await refresh(needs, memory, model);
  if (memory.index.size === 0) return undefined;
  if (memory.index.size < COVERAGE_MIN * (await countWords(needs.database))) return undefined;
  const vector = await embedQuery(needs, memory, query);
  if (vector === undefined) return undefined;
  const rough = await memory.index.nearest(vector, limit * LOOK_AT);
  const ids = rough.map(({ wordId }) => wordId);
  const rows = await listEmbeddings(needs.database, model, ids);
  return rows
    .map((row) => ({ wordId: row.word_id, closeness: cosine(vector, fromBlob(row.vector)) }))
    .toSorted((a, b) => b.closeness - a.closeness || (a.wordId < b.wordId ? -1 : 1))
    .slice(0, limit);
}

async function embedQuery(
  needs: Needs,
  memory: Memory,
  query: string,
): Promise<Float32Array | undefined> {
  const answer = embedTexts(needs, [query]).catch((cause: unknown) => {
    memory.restingUntilMs = needs.clock.monotonicMs() + REST_MS;
    const fields = cause instanceof LlmError ? { fault: cause.fault } : { cause };
    needs.log.warn(fields, "embedding request failed; searching by related words instead");
    return [];
  });
  const vectors = await Promise.race([answer, pause(PATIENCE_MS, [], { ref: false })]);
  return vectors[0];
}

/** Reads what was stored since the last time, by this process or another. */
async function refresh(needs: Needs, memory: Memory, model: string): Promise<void> {
  memory.loading ??= load(needs, memory, model).finally(() => void (memory.loading = undefined));
  await memory.loading;
}

async function load(needs: Needs, memory: Memory, model: string): Promise<void> {
  for (;;) {
    const rows = await listNewEmbeddings(needs.database, model, memory.lastSeq, ROWS_AT_ONCE);
    for (const { seq, word_id: wordId, vector } of rows) {
      memory.index.put(wordId, fromBlob(vector));
      memory.lastSeq = seq;
    }
    if (rows.length < ROWS_AT_ONCE) return;
  }
}

/**
 * Makes vectors for words that have none for what they say now, a few at a time, until all have, or
 * the budget is spent.
 *
 * @param onBatch  awaited between batches; false stops
 * @throws LlmError when the service fails again and again
 */
export async function embedWords(needs: Needs, onBatch: () => Promise<boolean>): Promise<void> {
  const model = embeddingModel(needs);
  if (model === undefined) return;
  const last = await findLastWordSeq(needs.database);
  let failures = 0;
  for (let after = 0; after < last;) {
    const range = { after, last: after + SEQS_AT_ONCE };
    const words = await listUnembedded(needs.database, model, range, TEXTS_AT_ONCE);
    const fault = words.length === 0 ? undefined : await embedBatch(needs, model, words);
    if (fault?.fault === "budget") return;
    failures = fault === undefined ? 0 : failures + 1;
    if (fault !== undefined && failures >= FAILURES_MAX) throw fault;
    after = words.length < TEXTS_AT_ONCE ? range.last : (words.at(-1)?.seq ?? range.last);
    if (!(await onBatch())) return;
  }
  if (failures > 0) throw new LlmError("failed", "some words still have no vectors");
}

async function embedBatch(
  needs: Needs,
  model: string,
  words: readonly UnembeddedRow[],
): Promise<LlmError | undefined> {
  const texts = words.map(({ text, meaning }) => `${text}: ${meaning}`.slice(0, TEXT_MAX));
  try {
    await storeVectors(needs, model, words, await embedTexts(needs, texts));
    return undefined;
  } catch (cause) {
    if (cause instanceof LlmError) return cause;
    throw cause;
  }
}

async function storeVectors(
  needs: Needs,
  model: string,
  words: readonly UnembeddedRow[],
  vectors: readonly Float32Array[],
): Promise<void> {
  await transact(needs.database, async (tx) => {
    const ids = words.map(({ id }) => id);
    // Some may have been removed while the model was working.
    const existing = await holdWords(tx, ids);
    const rows = words.flatMap(({ id, updated_at_ms }, at) => {
      const vector = vectors[at];
      if (vector === undefined || !existing.has(id)) return [];
      return { word_id: id, model, word_updated_at_ms: updated_at_ms, vector: toBlob(vector) };
    });
    await replaceEmbeddings(tx, rows);
  });
}

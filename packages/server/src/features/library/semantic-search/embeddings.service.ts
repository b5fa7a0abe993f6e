import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import { transact } from "../../../platform/database/transaction.ts";
import { embeddingModel, LlmError } from "../../../platform/outside/llm/llm.ts";
import { perApp } from "../../../platform/memory/per-app.ts";
import {
  embedWithinBudget,
  type ModelNeeds,
} from "../../accounts/model-calls/model-calls.service.ts";
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
  type Neighbor,
  type VectorIndex,
} from "./vector-index.ts";

type Needs = ModelNeeds;

/** Texts per request. Their vectors fit into one reply of any model. */
const TEXTS_PER_REQUEST = 8;
const TEXT_MAX = 1_000;
/** Row numbers scanned per statement. */
const SEQS_PER_STATEMENT = 2_000;
/**
 * One bad word may make its batch fail. Several failures in a row mean that the service is down.
 */
const FAILURES_MAX = 3;
const ROWS_PER_STATEMENT = 256;
/** With a smaller share of words embedded, semantic search would miss too much. */
const COVERAGE_MIN = 0.5;
/**
 * The index is exact to about 1 %, so this multiple of the requested number is compared exactly.
 */
const CANDIDATES_RATIO = 4;
const TIMEOUT_MS = 8_000;
const COOLDOWN_MS = 60_000;

interface IndexState {
  readonly index: VectorIndex;
  lastSeq: number;
  /** Set while the index is being updated. Concurrent readers wait for it. */
  loading: Promise<void> | undefined;
  cooldownUntilMs: number;
}

const stateOf = perApp<Needs, IndexState>(() => ({
  index: createVectorIndex(),
  lastSeq: 0,
  loading: undefined,
  cooldownUntilMs: 0,
}));

/**
 * Words nearest in meaning, nearest first. Undefined if semantic search is unavailable: no
 * embedding model, no budget, no reply in time, or too few words with vectors.
 */
export async function findNearest(
  needs: Needs,
  query: string,
  limit: number,
): Promise<Neighbor[] | undefined> {
  const model = embeddingModel(needs);
  const state = stateOf(needs);
  if (model === undefined || state.cooldownUntilMs > needs.clock.monotonicMs()) return undefined;
  await refresh(needs, state, model);
  if (state.index.size === 0) return undefined;
  if (state.index.size < COVERAGE_MIN * (await countWords(needs.database))) return undefined;
  const vector = await embedQuery(needs, state, query);
  if (vector === undefined) return undefined;
  const candidates = await state.index.nearest(vector, limit * CANDIDATES_RATIO);
  const ids = candidates.map(({ wordId }) => wordId);
  const rows = await listEmbeddings(needs.database, model, ids);
  return rows
    .map((row) => ({ wordId: row.word_id, closeness: cosine(vector, fromBlob(row.vector)) }))
    .toSorted((a, b) => b.closeness - a.closeness || (a.wordId < b.wordId ? -1 : 1))
    .slice(0, limit);
}

async function embedQuery(
  needs: Needs,
  state: IndexState,
  query: string,
): Promise<Float32Array | undefined> {
  const reply = embedWithinBudget(needs, [query]).catch((cause: unknown) => {
    state.cooldownUntilMs = needs.clock.monotonicMs() + COOLDOWN_MS;
    const fields = cause instanceof LlmError ? { fault: cause.fault } : { cause };
    needs.log.warn(fields, "embedding request failed; searching by related words instead");
    return [];
  });
  const vectors = await Promise.race([reply, pause(TIMEOUT_MS, [], { ref: false })]);
  return vectors[0];
}

/** Reads the vectors that any process has stored since the last call. */
async function refresh(needs: Needs, state: IndexState, model: string): Promise<void> {
  state.loading ??= load(needs, state, model).finally(() => void (state.loading = undefined));
  await state.loading;
}

async function load(needs: Needs, state: IndexState, model: string): Promise<void> {
  for (;;) {
    const rows = await listNewEmbeddings(needs.database, model, state.lastSeq, ROWS_PER_STATEMENT);
    for (const { seq, word_id: wordId, vector } of rows) {
      state.index.put(wordId, fromBlob(vector));
      state.lastSeq = seq;
    }
    if (rows.length < ROWS_PER_STATEMENT) return;
    await nextTurn();
  }
}

/**
 * Creates vectors for words without a current one, a few at a time, until all have one or the
 * budget is spent.
 *
 * @param onBatch  awaited between batches; false stops
 * @throws LlmError if the service fails repeatedly
 */
export async function embedWords(needs: Needs, onBatch: () => Promise<boolean>): Promise<void> {
  const model = embeddingModel(needs);
  if (model === undefined) return;
  const last = await findLastWordSeq(needs.database);
  let failures = 0;
  for (let after = 0; after < last;) {
    const range = { after, last: after + SEQS_PER_STATEMENT };
    const words = await listUnembedded(needs.database, model, range, TEXTS_PER_REQUEST);
    const fault = words.length === 0 ? undefined : await embedBatch(needs, model, words);
    if (fault?.fault === "budget") return;
    failures = fault === undefined ? 0 : failures + 1;
    if (fault !== undefined && failures >= FAILURES_MAX) throw fault;
    after = words.length < TEXTS_PER_REQUEST ? range.last : (words.at(-1)?.seq ?? range.last);
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
    await storeVectors(needs, model, words, await embedWithinBudget(needs, texts));
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
    // Some words may have been removed meanwhile.
    const existing = await holdWords(tx, null, ids);
    const rows = words.flatMap(({ id, updated_at_ms }, index) => {
      const vector = vectors[index];
      if (vector === undefined || !existing.has(id)) return [];
      return { word_id: id, model, word_updated_at_ms: updated_at_ms, vector: toBlob(vector) };
    });
    await replaceEmbeddings(tx, rows);
  });
}

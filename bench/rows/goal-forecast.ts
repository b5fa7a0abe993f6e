import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createLearner, createMemory, defaultParameters, processAnswer } from "@wordloom/engine";
import { newWordState } from "@wordloom/server/features/progress/word-states/word-state";
import { saveWordStates } from "@wordloom/server/features/progress/word-states/word-states.service";
import { createServerFixture, type ServerFixture } from "@wordloom/testing/process/server-fixture";
import { createWire } from "@wordloom/testing/process/wire";
import { quantile } from "../lib/load.ts";
import { processorSecondsOf } from "../lib/processor-time.ts";
import { SERVER_SCRIPT, startFree } from "../lib/processes.ts";
import type { Figure, Row } from "../lib/row.ts";

const DAY_MS = 86_400_000;
const PATH = "/api/study-config/goal-forecast";
const BAR = { bar: { atMost: 300 } } as const;

interface Size {
  /** Numbers of words met, one learner each. */
  readonly met: readonly number[];
  /** Starts of the service, each followed by a first forecast. */
  readonly starts: number;
  /** Further forecasts of each learner. */
  readonly later: number;
  /** Time from a start of the service to the first look at the goals, ms: no learner is faster. */
  readonly lookAfterMs: number;
}

/**
 * The goal forecast for a learner with fitted weights and answer times, which also solves the
 * intervals of three goals: the first forecast after the start of the service, which only the
 * rehearsal precedes in its thread, and later ones.
 */
export const goalForecast: Row = () =>
  measureForecasts({ met: [500, 4_000], starts: 5, later: 40, lookAfterMs: 3_000 });

export async function measureForecasts(size: Size): Promise<Figure[]> {
  const { met, starts, lookAfterMs } = size;
  const fixture = await createServerFixture({ learners: met.length, words: 1 });
  try {
    for (const [at, words] of met.entries()) await fill(fixture, at, words);
    const figures: Figure[] = [];
    for (const [at, words] of met.entries()) {
      const [first, ...others] = await times(fixture, { at, count: size.later + 1, lookAfterMs });
      const cold = first === undefined ? [] : [first];
      while (cold.length < starts)
        cold.push(...(await times(fixture, { at, count: 1, lookAfterMs })));
      for (const [name, read] of [["first", cold] as const, ["later", others] as const]) {
        const ms = read.map(({ tookMs }) => tookMs);
        const title = `${words.toLocaleString("en")} words, ${name}`;
        figures.push(
          { name: `${title}: p50`, value: quantile(ms, 0.5), unit: "ms" },
          { name: `${title}: p95`, value: quantile(ms, 0.95), unit: "ms", ...BAR },
          { name: `${title}: processor`, value: quantile(read.map(processor), 0.5), unit: "ms" },
        );
      }
    }
    return figures;
  } finally {
    await fixture.close();
  }
}

interface Reading {
  readonly tookMs: number;
  /** Processor time of the whole service, in steps of the system's clock. */
  readonly processorMs: number;
}

const processor = ({ processorMs }: Reading) => processorMs;

/** Weights and answer times of the learner, and memories of all ages. */
async function fill({ database, learners }: ServerFixture, at: number, words: number) {
  const userId = learners[at]?.id ?? "";
  const nowMs = Date.now();
  const parameters = defaultParameters();
  const learner = createLearner(at, nowMs - 100 * DAY_MS);
  const memories = Array.from({ length: words }, (_, n) => {
    const wordId = `met-${n}`;
    const atMs = nowMs - (1 + (n % 30)) * DAY_MS;
    const answer = { wordId, atMs, isCorrect: true, responseTimeMs: 2_000 };
    const word = { id: wordId, text: wordId, difficulty: null };
    const context = { word, wordRating: null };
    const day = { utcOffsetMinutes: 0, dayStartHour: 4 };
    const given = { ...answer, ...day };
    const { memory } = processAnswer(learner, createMemory(wordId), given, parameters, context);
    const trace = memory.trace === null ? null : { ...memory.trace, stability: 1 + (n % 60) };
    return {
      ...newWordState(userId, wordId, atMs),
      memory_json: JSON.stringify({ ...memory, trace }),
      next_review_at_ms: nowMs + ((n % 40) - 5) * DAY_MS,
    };
  });
  for (let from = 0; from < words; from += 500) {
    await saveWordStates(database, memories.slice(from, from + 500));
  }
  const weights = [...parameters.memoryModel.w];
  const fit = { ...learner.fit, weights, costs: { recallSecs: 4, forgetSecs: 11 } };
  await database
    .insertInto("engine_states")
    .values({
      user_id: userId,
      state_json: JSON.stringify({ ...learner, fit }),
      revision: 1,
      updated_at_ms: nowMs,
      batches_json: null,
      settle_at_ms: null,
    })
    .execute();
}

/** Times this many forecasts one after another, by a service that has just started. */
async function times(
  fixture: ServerFixture,
  { at, count, lookAfterMs }: Pick<Size, "lookAfterMs"> & { at: number; count: number },
): Promise<Reading[]> {
  const token = fixture.learners[at]?.token ?? "";
  const directory = mkdtempSync(path.join(os.tmpdir(), "wordloom-forecast-"));
  const server = await startFree(SERVER_SCRIPT, ["serve"], {
    healthPath: "/health/ready",
    settings: { ...fixture.settings, DATA_DIR: directory, STARTER_WORDBOOKS: "false" },
  });
  const wire = createWire(server.url, 1);
  try {
    await pause(lookAfterMs);
    // The page has already read these.
    await wire.send({ method: "GET", path: "/api/study-config", token });
    const taken: Reading[] = [];
    const usedMs = () => processorSecondsOf(server.child.pid ?? 0) * 1_000;
    for (let n = 0; n < count; n += 1) {
      const [startedMs, before] = [performance.now(), usedMs()];
      const { status, json } = await wire.send({ method: "GET", path: PATH, token });
      taken.push({ tookMs: performance.now() - startedMs, processorMs: usedMs() - before });
      if (status !== 200 || json.data.isPersonal !== true)
        throw new Error(`no forecast: ${status}`);
    }
    return taken;
  } finally {
    wire.close();
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

import { createLearner, defaultParameters, type AnswerInput } from "@wordloom/engine";
import { afterAll, describe, expect, it } from "vitest";
import type { Database } from "../../../platform/database/tables.ts";
import { closeMemory } from "../../../platform/memory/per-app.ts";
import { rebuildInThread, type HistoryPart } from "./fit-thread.service.ts";
import type { RebuiltWord } from "./fit-wire.ts";

const needs = { database: {} as Database };
afterAll(() => closeMemory(needs));

const START_MS = Date.UTC(2026, 0, 1);
const DAY_MS = 86_400_000;
const IDS = Array.from({ length: 600 }, (_, at) => `w${at}`);

/** Two answers to each word, three days apart, a part a day. */
async function* history(): AsyncGenerator<HistoryPart> {
  for (const day of [0, 3]) {
    const answers = IDS.map((wordId, at): AnswerInput => {
      const atMs = START_MS + day * DAY_MS + at * 1_000;
      const zone = { utcOffsetMinutes: 0, dayStartHour: 0 };
      return { wordId, atMs, isCorrect: true, responseTimeMs: 2_000, ...zone };
    });
    const words = IDS.map((id) => ({ id, text: id, difficulty: null }));
    yield { answers, words: day === 0 ? words : [] };
  }
}

const task = {
  nowMs: START_MS + 9 * DAY_MS,
  restarts: [],
  learner: createLearner(1, START_MS),
  parameters: defaultParameters(),
  goal: { kind: "balanced" as const },
  secondsPerKnownDay: 2,
};

type Words = AsyncIterable<RebuiltWord[]>;

const rebuilt = <T>(use: (words: Words) => Promise<T>, { signal } = new AbortController()) =>
  rebuildInThread(needs, history(), task, signal, (_, words) => use(words));

async function idsOf(words: Words): Promise<string[][]> {
  const parts: string[][] = [];
  for await (const part of words) parts.push(part.map(({ memory }) => memory.wordId));
  return parts;
}

describe("the words of a rebuilt learner", () => {
  it("come in parts, each once, also for the next history of the same thread", async () => {
    for (let times = 0; times < 2; times += 1) {
      const parts = await rebuilt(idsOf);
      expect(parts.length).toBeGreaterThan(1);
      expect(parts.flat().toSorted()).toEqual(IDS.toSorted());
    }
  });

  it("may be left after any part", async () => {
    const first = await rebuilt(async (words) => {
      for await (const part of words) return part.length;
      return 0;
    });
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThan(IDS.length);
    expect((await rebuilt(idsOf)).flat()).toHaveLength(IDS.length);
  });

  it("end with an error if the thread is stopped between two parts", async () => {
    const stopping = new AbortController();
    const stopped = rebuilt(async (words) => {
      for await (const _ of words) {
        stopping.abort();
        await new Promise((resolve) => setTimeout(resolve));
      }
    }, stopping);
    await expect(stopped).rejects.toThrow("ended early");
    expect((await rebuilt(idsOf)).flat()).toHaveLength(IDS.length);
  });

  it("leave the thread to the next after an error of their reader", async () => {
    const failed = rebuilt(() => Promise.reject(new Error("no room")));
    await expect(failed).rejects.toThrow("no room");
    expect((await rebuilt(idsOf)).flat()).toHaveLength(IDS.length);
  });
});

import { describe, expect, it } from "vitest";
import { predictRecall } from "../memory/predict-recall.ts";
import { createMemory, type WordMemory } from "../memory/word-memory.ts";
import { defaultParameters, withParameters } from "../parameters/parameters.ts";
import { playHistory, startScript, wordFacts } from "../testing/scripted-learner.ts";
import type { BatchRequest, Candidate } from "./candidate.ts";
import { selectWords } from "./select-words.ts";

// What we check: what a batch may and may not contain, for a learner with thirty known words and
// as many new ones; and that a repeated request gives the same batch.
const script = startScript();
playHistory(script, 400, 30);
const learner = script.learner;
const parameters = defaultParameters();

function candidate(id: string): Candidate {
  const memory = script.memories[id] ?? null;
  return { word: wordFacts(id), memory, rating: script.ratings[id] ?? null };
}

function memoryOf(id: string): WordMemory {
  return script.memories[id] ?? createMemory(id);
}

const seen = Array.from({ length: 30 }, (_, i) => candidate(`w${i}`));
const unseen = Array.from({ length: 30 }, (_, i) => candidate(`n${i}`));
const all = [...seen, ...unseen];

function request(change: Partial<BatchRequest> = {}): BatchRequest {
  const nowMs = script.atMs + 2 * 86_400_000;
  return { nowMs, key: "k1", seed: 7, exclude: [], shown: [], ...change };
}

describe("selectWords", () => {
  it("fills the wanted size without repeats", () => {
    const { wordIds } = selectWords(learner, [...all, ...all], request({ size: 12 }), parameters);
    expect(wordIds).toHaveLength(12);
    expect(new Set(wordIds).size).toBe(12);
  });

  it("never returns excluded or shown words", () => {
    const exclude = seen.slice(0, 10).map(({ word }) => word.id);
    const shown = unseen.slice(0, 10).map(({ word }) => word.id);
    const batch = selectWords(learner, all, request({ size: 50, exclude, shown }), parameters);
    expect(batch.wordIds).toHaveLength(40);
    expect(batch.wordIds.filter((id) => exclude.includes(id) || shown.includes(id))).toEqual([]);
  });

  it("gives the words that the session owes, due or not, within the size", () => {
    const again = ["w9", "w3", "w27", "none", "n1"];
    const batch = selectWords(learner, all, request({ size: 6, again }), parameters);
    expect(batch.wordIds).toHaveLength(6);
    expect(batch.wordIds.filter((id) => again.includes(id) && id !== "n1")).toEqual([
      "w9",
      "w3",
      "w27",
    ]);
    expect(batch.reasons).toMatchObject({ w9: "again", w3: "again", w27: "again" });
    const small = selectWords(learner, all, request({ size: 2, again }), parameters);
    expect(small.wordIds).toEqual(["w9", "w3"]);
    const early = selectWords(learner, seen, request({ size: 40, spare: again }), parameters);
    expect(early.wordIds.slice(-3)).toEqual(["w9", "w3", "w27"]);
    const excluded = request({ size: 6, again, exclude: ["w9"] });
    expect(selectWords(learner, all, excluded, parameters).wordIds).not.toContain("w9");
  });

  it("repeats a batch for a repeated key, and only registers it once", () => {
    const first = selectWords(learner, all, request(), parameters);
    const again = selectWords(first.learner, all, request(), parameters);
    expect(again.id).toBe(first.id);
    expect(again.wordIds).toEqual(first.wordIds);
    expect(again.strategy).toEqual(first.strategy);
    expect(again.learner.strategy.pending).toHaveLength(1);
  });

  it("sets the strategy it used as the learner's current one", () => {
    const batch = selectWords(learner, all, request(), parameters);
    expect(batch.learner.strategy.inForce).toBe(batch.strategy);
    expect(batch.learner.strategy.batchId).toBe(batch.id);
    expect(batch.wordIds).toHaveLength(batch.strategy.batchSize);
  });

  it("takes due words before others, and no new words in review mode", () => {
    const { nowMs: lastAtMs } = request();
    const distracted = { ...learner, lastAtMs, mood: { ...learner.mood, attention: 0.1 } };
    const batch = selectWords(distracted, all, request({ size: 5 }), parameters);
    expect(batch.newCount).toBe(0);
    expect(batch.strategy.reviewMode).toBe(true);
    const due = seen.filter(({ memory }) => (memory?.dueAtMs ?? Infinity) <= request().nowMs);
    expect(due.length).toBeGreaterThan(5);
    expect(batch.wordIds.every((id) => due.some(({ word }) => word.id === id))).toBe(true);
  });

  it("takes words of today's end as due after a day or more, but not after hours", () => {
    const [HOUR_MS, { nowMs }] = [3_600_000, request()];
    const dueAtMs = nowMs + 15 * HOUR_MS;
    /** The first ten words by days, the others by hours, which would be forgotten sooner. */
    const waiting = seen.slice(0, 20).map((entry, i): Candidate => {
      const [intervalHours, stability] = i < 10 ? [72, 30] : [20, 1];
      const lastAtMs = dueAtMs - intervalHours * HOUR_MS;
      const { trace, ...memory } = memoryOf(entry.word.id);
      if (trace === null) return entry;
      return { ...entry, memory: { ...memory, dueAtMs, trace: { ...trace, stability, lastAtMs } } };
    });
    const tired = { ...learner, mood: { ...learner.mood, attention: 0.1 } };
    const ofDays = (dayEndMs?: number) => {
      const asked = request({ size: 10, ...(dayEndMs !== undefined && { dayEndMs }) });
      const { wordIds } = selectWords(tired, waiting, asked, parameters);
      return wordIds.filter((id) => waiting.findIndex(({ word }) => word.id === id) < 10).length;
    };
    expect(ofDays(nowMs + 16 * HOUR_MS)).toBe(10);
    for (const notYet of [undefined, dueAtMs]) expect(ofDays(notYet)).toBeLessThan(10);
  });

  it("takes due mastered words instead of filling up with new ones", () => {
    const nowMs = request().nowMs;
    const mastered = seen.flatMap(({ word, memory, rating }): Candidate[] => {
      if (memory?.trace == null) return [];
      const trace = { ...memory.trace, stability: 200, lastAtMs: nowMs - 20 * 86_400_000 };
      const dueAtMs = nowMs - 3_600_000;
      return [{ word, rating, memory: { ...memory, level: "MASTERED", trace, dueAtMs } }];
    });
    expect(mastered.length).toBeGreaterThan(10);
    const asked = { size: 10, dueBacklogSeconds: 0, sessionSeconds: 600 };
    const batch = selectWords(learner, [...mastered, ...unseen], request(asked), parameters);
    expect(batch.newCount).toBeLessThanOrEqual(Math.ceil(10 * batch.strategy.newRatio) + 1);
    expect(batch.newCount).toBeLessThan(8);
  });

  it("prefers words that can still be saved when more is due than fits the session", () => {
    const nowMs = script.atMs + 40 * 86_400_000;
    const firstFive = (dueBacklogSeconds: number) => {
      const change = { nowMs, size: 5, dueBacklogSeconds, sessionSeconds: 600 };
      return selectWords(learner, seen, request(change), parameters).wordIds;
    };
    const recall = (ids: string[]) =>
      ids
        .map((id) => predictRecall(learner, memoryOf(id), nowMs, parameters))
        .reduce((sum, p) => sum + p, 0);
    expect(recall(firstFive(6000))).toBeGreaterThan(recall(firstFive(60)));
  });

  it("fills missing reviews with new words", () => {
    const batch = selectWords(learner, unseen, request({ size: 10 }), parameters);
    expect(batch.newCount).toBe(10);
  });

  it("keeps confusable words five places apart", () => {
    const pairs = all.map((entry, i) => ({
      ...entry,
      word: {
        ...entry.word,
        confusables: [{ id: all[i ^ 1]?.word.id ?? "", similarity: 0.9 }],
      },
    }));
    const { wordIds } = selectWords(learner, pairs, request({ size: 20 }), parameters);
    const partner = new Map(pairs.map(({ word }) => [word.id, word.confusables[0]?.id]));
    const clashes = wordIds.filter((id, place) =>
      wordIds.slice(place + 1, place + 5).includes(partner.get(id) ?? ""),
    );
    expect(wordIds).toHaveLength(20);
    expect(clashes).toEqual([]);
  });

  it("gives a new learner words from the whole range of difficulty", () => {
    const newLearner = startScript().learner;
    const graded = unseen.map((entry, i) => ({
      ...entry,
      word: { ...entry.word, difficulty: i / 29 },
    }));
    const batch = selectWords(newLearner, graded, request({ size: 6 }), parameters);
    const chosen = batch.wordIds.map((id) => Number(id.slice(1)) / 29);
    expect(Math.min(...chosen)).toBeLessThan(0.25);
    expect(Math.max(...chosen)).toBeGreaterThan(0.75);
  });

  it("keeps partners of chosen words out when isolation is on", () => {
    const pairs = all.map((entry, i) => ({
      ...entry,
      word: { ...entry.word, confusables: [{ id: all[i ^ 1]?.word.id ?? "", similarity: 0.9 }] },
    }));
    const isolated = withParameters(parameters, {
      "featureFlags.confusionIsolationEnabled": true,
      "wordSelector.confusionIsolationDampen": 0.01,
    });
    const partner = new Map(pairs.map(({ word }) => [word.id, word.confusables[0]?.id ?? ""]));
    const partners = (ids: string[]) => ids.filter((id) => ids.includes(partner.get(id) ?? ""));
    const plain = selectWords(learner, pairs, request({ size: 12 }), parameters).wordIds;
    const apart = selectWords(learner, pairs, request({ size: 12 }), isolated).wordIds;
    expect(partners(plain).length).toBeGreaterThan(0);
    expect(partners(apart).length).toBe(0);
  });
});

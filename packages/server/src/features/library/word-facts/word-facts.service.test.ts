import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RecordDraft, type ProcessResult } from "@wordloom/contract";
import { defaultParameters, withParameters } from "@wordloom/engine";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openLearningNeeds } from "../../../testing/app/learning-needs.ts";
import { chooseBatches } from "../../adaptation/amas/amas.service.ts";
import { upsertConfusables } from "../confusables/confusables.repo.ts";
import { upsertMorphemes } from "../content/content.repo.ts";
import { storeConfiguration } from "../../adaptation/engine-config/engine-config.service.ts";
import { applyAnswers } from "../../study/records/apply.service.ts";
import { storeWords } from "../words/word-store.service.ts";
import { findWordState } from "../../progress/word-states/word-states.repo.ts";
import { sweepMemory } from "../../../platform/memory/per-app.ts";
import { partsOfWords } from "./familiar-parts.service.ts";
import { wordFacts } from "./word-facts.service.ts";

// Look-alikes and morphemes reach the engine and take effect: batches keep look-alikes apart,
// studying one makes the recall of the other less certain, and a known root makes a first answer
// last longer. The tests write the cache and the stored morphemes by hand. The learners differ in
// one aspect only.
type Needs = Awaited<ReturnType<typeof openLearningNeeds>>;
const directory = mkdtempSync(join(tmpdir(), "wordloom-facts-"));
const byHand = { source: "manual", authorAdminId: null } as const;
const standard = defaultParameters();
const DAY_MS = 86_400_000;
let needs: Needs;
let learners = 0;
let userId = "";

beforeAll(async () => {
  needs = await openLearningNeeds({ AMAS_CONFIG_FILE: join(directory, "config.toml") });
  await needs.words("w1", "w2", "w3", "w4", "w5", "w6");
  await storeWords(needs, needs.database, [
    { id: "root", text: "weave", meaning: "x" },
    { id: "whole", text: "unweaved", meaning: "x" },
    { id: "plain", text: "unwoofed", meaning: "x" },
    { id: "easy", text: "easier", meaning: "x", difficulty: 0.2 },
    { id: "hard", text: "harder", meaning: "x", difficulty: 0.8 },
  ]);
  await storeSimilar("w1", ["w2", 0.95], ["w3", 0.9]);
  const root = { text: "Weave", type: "root", meaning: "x" } as const;
  const prefix = { text: "un-", type: "prefix", meaning: "x" } as const;
  for (const [id, text] of [
    ["whole", root.text],
    ["plain", "woof"],
  ] as const) {
    await upsertMorphemes(needs.database, id, [prefix, { ...root, text }], 0);
  }
});
afterAll(async () => {
  await needs.close();
  rmSync(directory, { recursive: true });
});
beforeEach(() => void (userId = `u${(learners += 1)}`));

async function storeSimilar(wordId: string, ...pairs: [string, number][]): Promise<void> {
  const text_folded = `text ${wordId}`;
  const row = { word_id: wordId, text_folded, pairs_json: JSON.stringify(pairs) };
  await upsertConfusables(needs.database, [{ ...row, computed_at_ms: needs.clock.nowMs() }]);
}

const expireCache = () => {
  needs.wait(3_600_000);
  sweepMemory(needs);
};

const serve = (change: Record<string, number | boolean>) =>
  storeConfiguration(needs, withParameters(standard, change), byHand);

async function answer(wordId: string): Promise<ProcessResult> {
  needs.wait(30_000);
  const draft = RecordDraft.parse({ wordId, isCorrect: true, responseTimeMs: 2_000 });
  const accepted = { userId, draft, acceptedAtMs: needs.clock.nowMs() };
  const [applied] = await applyAnswers(needs, [accepted]);
  if (applied?.kind !== "stored") throw new Error("the answer was not stored");
  return applied.result;
}

const predicted = ({ explanation }: ProcessResult) =>
  explanation.factors.find(({ name }) => name === "recallPredicted")?.value ?? Number.NaN;

describe("wordFacts", () => {
  it("lists the words a word may be confused with, most similar first", async () => {
    const facts = await wordFacts(needs, "u1", ["w1", "w4", "no such"]);
    expect(facts.get("w1")?.confusables).toEqual([
      { id: "w2", similarity: 0.95 },
      { id: "w3", similarity: 0.9 },
    ]);
    expect(facts.get("w4")?.confusables).toBeUndefined();
    expect(facts.size).toBe(2);
  });

  it("keeps the most similar of a long list", async () => {
    const many = Array.from({ length: 100 }, (_, n): [string, number] => [`word-${n}`, 0.9]);
    await storeSimilar("w5", ...many);
    expireCache();
    const { confusables = [] } = (await wordFacts(needs, "u1", ["w5"])).get("w5") ?? {};
    expect(confusables.length).toBeGreaterThan(10);
    expect(confusables.length).toBeLessThan(50);
    expect(confusables[0]).toEqual({ id: "word-0", similarity: 0.9 });
  });

  it("ignores outdated entries, and those for another spelling", async () => {
    await storeSimilar("w6", ["w5", 0.9]);
    const stale = { text_folded: "another" };
    await needs.database
      .updateTable("word_confusables")
      .set(stale)
      .where("word_id", "=", "w6")
      .execute();
    expireCache();
    expect((await wordFacts(needs, "u1", ["w6"])).get("w6")?.confusables).toBeUndefined();
    expect((await wordFacts(needs, "u1", ["w1"])).get("w1")?.confusables).toHaveLength(2);
    needs.wait(23 * DAY_MS);
    expect((await wordFacts(needs, "u1", ["w1"])).get("w1")?.confusables).toBeUndefined();
    await storeSimilar("w1", ["w2", 0.95], ["w3", 0.9]);
    expireCache();
  });
});

describe("in a batch", () => {
  it("look-alikes are kept apart", async () => {
    await serve({});
    const ids = ["w1", "w2", "w4", "w5", "w6", "root", "whole"];
    const facts = [...(await wordFacts(needs, "u1", ids)).values()];
    const batchRequest = {
      userId,
      words: facts.map((word) => ({ word, memoryJson: null })),
      request: { nowMs: needs.clock.nowMs(), key: "k", size: 7, exclude: [], shown: [] },
    };
    const { batches } = await chooseBatches(needs, needs.database, [batchRequest]);
    const order = batches[0]?.wordIds ?? [];
    expect(order).toHaveLength(7);
    expect(Math.abs(order.indexOf("w1") - order.indexOf("w2"))).toBeGreaterThanOrEqual(4);
  });
});

describe("an answer", () => {
  it.each([
    [0, "as certain as"],
    [0.5, "less certain than"],
  ])(
    "with interference %s is %s one without a look-alike studied in between",
    async (weight, _) => {
      await serve({ "interference.weight": weight });
      const known: number[] = [];
      for (const others of ["w2", "w4"]) {
        userId = `${userId}-${others}`;
        await answer("w1");
        await answer(others);
        known.push(predicted(await answer("w1")));
      }
      const [withLookAlike = 0, without = 0] = known;
      if (weight === 0) expect(withLookAlike).toBe(without);
      else expect(withLookAlike).toBeLessThan(without);
      await serve({});
    },
  );

  it.each([0, 0.5])(
    "to a word with a known root is remembered longer with weight %s",
    async (weight) => {
      await serve({ "memoryModel.coldStartSMorphWeight": weight });
      const stability = async (wordId: string) => {
        await answer("root");
        await answer(wordId);
        return (await findWordState(needs.database, userId, wordId))?.stability_days ?? 0;
      };
      userId = `${userId}-whole`;
      const withRoot = await stability("whole");
      userId = `${userId}-plain`;
      const without = await stability("plain");
      if (weight === 0) expect(withRoot).toBe(without);
      else expect(withRoot / without).toBeCloseTo(Math.exp(weight / 2), 6);
      await serve({});
    },
  );
});

describe("a first answer", () => {
  it.each([0, 0.9])(
    "to a word rated as hard is remembered for less time with weight %s",
    async (weight) => {
      await serve({ "memoryModel.coldStartSExtdWeight": weight });
      const stability = async (wordId: string) => {
        userId = `${userId}-${wordId}`;
        await answer(wordId);
        return (await findWordState(needs.database, userId, wordId))?.stability_days ?? 0;
      };
      const [hard, usual, easy] = [
        await stability("hard"),
        await stability("w1"),
        await stability("easy"),
      ];
      expect(hard / usual).toBeCloseTo(Math.exp((-weight * 3) / 9), 6);
      expect(easy / usual).toBeCloseTo(Math.exp((weight * 3) / 9), 6);
      await serve({});
    },
  );
});

describe("partsOfWords", () => {
  it("distinguishes affixes from roots that are in the library", async () => {
    const words = [{ id: "whole", text: "unweaved", language: "en" }];
    const parts = await partsOfWords(needs, needs.database, words);
    expect(parts.get("whole")).toEqual({ total: 2, affixes: 1, rootWordIds: ["root"] });
  });
});

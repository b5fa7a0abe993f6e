import { afterAll, beforeEach, describe, expect, it } from "vitest";
import type { Deps } from "../../../deps.ts";
import { buildTestApp, onlyFeature, type TestApp } from "@wordloom/testing/service/build-test-app";
import { closeCleanDatabase } from "@wordloom/testing/databases/database-cleaner";
import { addPlainLearners } from "@wordloom/testing/content/plain-learners";
import { confusionPairCache } from "./confusion-cache.worker.ts";

let app: TestApp;
beforeEach(async () => {
  app = await buildTestApp({ features: onlyFeature({ workers: [confusionPairCache] }) });
  await app.words(["adapt", "adopt", "adept"].map((text) => ({ text })));
  await addPlainLearners(app.deps.database, ["u"]);
  const book = { id: "b", name: "b", description: "", type: "system" as const, tags_json: "[]" };
  const times = { created_at_ms: 1, updated_at_ms: 1 };
  await app.deps.database
    .insertInto("wordbooks")
    .values({ ...book, ...times, user_id: null })
    .execute();
  return () => app.close();
});
afterAll(closeCleanDatabase);

const never = new AbortController().signal;
const putInBook = (wordId: string) =>
  app.deps.database
    .insertInto("wordbook_words")
    .values({ wordbook_id: "b", word_id: wordId, position: 1, added_at_ms: 1 })
    .execute();
const cached = () =>
  app.deps.database.selectFrom("word_confusables").selectAll().orderBy("word_id").execute();

describe("confusion_pair_cache", () => {
  it("runs on Sundays at five", () => {
    expect(confusionPairCache.schedule).toEqual({ cron: "0 5 * * 0" });
  });

  it("computes the pairs of words in use, and of no others", async () => {
    await putInBook("w1");
    const learned = {
      ...({ user_id: "u", word_id: "w3", state: "learning", mastery_level: 0 } as const),
      next_review_at_ms: null,
      half_life_hours: 24,
      correct_streak: 0,
      total_attempts: 0,
      stability_days: 0,
      last_answer_at_ms: null,
      memory_json: null,
      created_at_ms: 1,
      updated_at_ms: 1,
    };
    await app.deps.database.insertInto("word_states").values(learned).execute();
    await confusionPairCache.run(app.deps, never);
    const rows = await cached();
    expect(rows.map(({ word_id, text_folded }) => [word_id, text_folded])).toEqual([
      ["w1", "adapt"],
      ["w3", "adept"],
    ]);
    const pairs = JSON.parse(rows[0]?.pairs_json ?? "") as [string, number][];
    expect(pairs.map(([id]) => id).toSorted()).toEqual(["w2", "w3"]);
  });

  it("updates existing pairs", async () => {
    await putInBook("w1");
    await confusionPairCache.run(app.deps, never);
    const [before] = await cached();
    app.clock.advance(7 * 86_400_000);
    await app.word({ text: "adapts" });
    await confusionPairCache.run(app.deps, never);
    const [after] = await cached();
    expect(after?.computed_at_ms).toBe(app.clock.nowMs());
    expect(after?.pairs_json.length).toBeGreaterThan(before?.pairs_json.length ?? 0);
  });

  it("stops when the signal is aborted, or when its time is up", async () => {
    await putInBook("w1");
    await confusionPairCache.run(app.deps, AbortSignal.abort());
    expect(await cached()).toEqual([]);
    let monotonicMs = 0;
    const clock = { ...app.clock, monotonicMs: () => (monotonicMs += 300_000) };
    await confusionPairCache.run({ ...app.deps, clock } as Deps, never);
    expect(await cached()).toEqual([]);
  });
});

import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { buildTestApp, onlyFeature, type TestApp } from "@wordloom/testing/service/build-test-app";
import { closeCleanDatabase } from "@wordloom/testing/databases/database-cleaner";
import {
  badModels,
  openLocalModel,
  type LocalModel,
} from "@wordloom/testing/neighbors/local-model";
import { changeWord, deleteWord } from "../words/words.service.ts";
import { semanticSearchRoutes } from "./semantic-search.routes.ts";
import { wordEmbeddings } from "./semantic-search.worker.ts";

const signal = new AbortController().signal;

let model: LocalModel;
let app: TestApp;
beforeEach(async () => void (model = await openLocalModel()));
afterEach(async () => {
  await app.close();
  await model.close();
});
afterAll(closeCleanDatabase);

async function open(settings: Record<string, string> = {}) {
  app = await buildTestApp({
    features: onlyFeature({ routes: [semanticSearchRoutes], workers: [wordEmbeddings] }),
    settings: { ...model.settings, LLM_EMBEDDING_MODEL: "vectors", ...settings },
  });
  await app.words([
    { text: "wave", meaning: "it comes from the sea sea" },
    { text: "coast", meaning: "fire on the sea" },
    { text: "oven", meaning: "it has fire fire" },
    { text: "dust", meaning: "nothing" },
  ]);
  const { headers } = await app.learner();
  return async (query: string) => {
    const path = `/api/content/semantic/search?query=${encodeURIComponent(query)}`;
    const { status, body } = await app.send("GET", path, { headers });
    expect(status).toBe(200);
    const { results, method, degraded } = body.data;
    return { texts: results.map(({ text }: { text: string }) => text), method, degraded };
  };
}

const embed = () => wordEmbeddings.run(app.deps, signal);
const stored = () =>
  app.deps.database.selectFrom("word_embeddings").selectAll().orderBy("word_id").execute();

describe("word_embeddings", () => {
  it("creates vectors of all words, a few at a time, and only once", async () => {
    await open();
    await app.words(Array.from({ length: 20 }, (_, n) => ({ text: `more ${n}` })));
    await embed();
    expect(await stored()).toHaveLength(24);
    expect(model.asked).toHaveLength(3);
    await embed();
    expect(model.asked).toHaveLength(3);
  });

  it("recreates vectors of changed words and for another model", async () => {
    await open();
    await embed();
    app.clock.advance(1);
    await changeWord(app.deps, "w4", { text: "ash", meaning: "after the fire" });
    await embed();
    expect(model.asked).toHaveLength(2);
    const settings = { ...app.deps.settings, LLM_EMBEDDING_MODEL: "better" };
    await wordEmbeddings.run({ ...app.deps, settings }, signal);
    expect((await stored()).map((row) => row.model)).toEqual(Array(4).fill("better"));
  });

  it("runs only with an embedding model", async () => {
    await open();
    const { deps } = app;
    const without = { ...deps.settings, LLM_EMBEDDING_MODEL: undefined };
    expect(wordEmbeddings.enabled?.(deps)).toBe(true);
    expect(wordEmbeddings.enabled?.({ ...deps, settings: without })).toBe(false);
    const off = { ...deps.settings, LLM_ENABLED: false };
    expect(wordEmbeddings.enabled?.({ ...deps, settings: off })).toBe(false);
  });

  it.each(Object.entries(badModels))(
    "fails and stores nothing when the model %s",
    async (...[, behavior]) => {
      await open({ LLM_TIMEOUT_SECS: "0.1" });
      model.behave(behavior);
      await expect(embed()).rejects.toThrow();
      expect(await stored()).toEqual([]);
    },
  );

  it("continues after a failed batch, but not after several", async () => {
    await open();
    await app.words(Array.from({ length: 40 }, (_, n) => ({ text: `more ${n}` })));
    const refuse = badModels["answers 500"];
    let calls = 0;
    model.behave((response) => {
      calls += 1;
      if (calls === 1 && typeof refuse === "function") return refuse(response);
      const data = Array.from({ length: 8 }, (_, index) => ({ index, embedding: [1, index] }));
      response.end(JSON.stringify({ data }));
    });
    await embed();
    expect(await stored()).toHaveLength(36);
    model.behave(refuse ?? "");
    await app.words(Array.from({ length: 40 }, (_, n) => ({ text: `others ${n}` })));
    const before = model.asked.length;
    await expect(embed()).rejects.toThrow();
    expect(model.asked.length - before).toBe(3);
  });

  it("stops without an error when the budget is spent", async () => {
    await open({ LLM_DAILY_COST_CAP_USD: "0" });
    await embed();
    expect(await stored()).toEqual([]);
    expect(model.asked).toEqual([]);
  });

  it("stops when aborted", async () => {
    await open();
    await app.words(Array.from({ length: 20 }, (_, n) => ({ text: `more ${n}` })));
    await wordEmbeddings.run(app.deps, AbortSignal.abort());
    expect(await stored()).toHaveLength(8);
  });

  it("keeps no vector of a deleted word", async () => {
    await open();
    await embed();
    await deleteWord(app.deps, "w1");
    expect((await stored()).map((row) => row.word_id)).toEqual(["w2", "w3", "w4"]);
  });
});

describe("search by meaning", () => {
  const semantic = { method: "semantic", degraded: false };
  const keyword = { method: "keyword", degraded: true };

  it("returns the nearest words first", async () => {
    const search = await open();
    await embed();
    expect(await search("sea")).toEqual({ texts: ["wave", "coast", "dust", "oven"], ...semantic });
    expect((await search("fire")).texts.slice(0, 2)).toEqual(["oven", "coast"]);
  });

  it("includes changed and added words and omits removed ones", async () => {
    const search = await open();
    await embed();
    await search("sea");
    app.clock.advance(1);
    await changeWord(app.deps, "w4", { text: "surf", meaning: "sea sea sea sea sea sea" });
    await app.word({ text: "salt", meaning: "sea sea sea" });
    await deleteWord(app.deps, "w1");
    await embed();
    expect((await search("sea")).texts).toEqual(["salt", "surf", "coast", "oven"]);
  });

  it("searches by keyword until enough words have vectors", async () => {
    const search = await open();
    expect(await search("fire")).toMatchObject(keyword);
    await embed();
    await app.words(Array.from({ length: 5 }, (_, n) => ({ text: `more ${n}` })));
    expect(await search("fire")).toMatchObject(keyword);
    await embed();
    expect(await search("fire")).toMatchObject(semantic);
  });

  it.each(Object.entries(badModels))(
    "searches by keyword when the model %s",
    async (...[, behavior]) => {
      const search = await open({ LLM_TIMEOUT_SECS: "0.1" });
      await app.deps.database.insertInto("word_embeddings").values(vectorsOf(4)).execute();
      model.behave(behavior);
      const found = await search("fire");
      expect(found).toMatchObject(keyword);
      expect(found.texts.toSorted()).toEqual(["coast", "oven"]);
    },
  );

  it("does not call a failed model for a minute", async () => {
    const search = await open();
    await embed();
    const before = model.asked.length;
    model.behave(badModels["answers 500"] ?? "");
    await search("sea");
    expect(await search("sea")).toMatchObject(keyword);
    expect(model.asked).toHaveLength(before + 1);
    app.clock.advance(60_001);
    model.behave("");
    expect(await search("sea")).toMatchObject(semantic);
  });

  it("searches by keyword when the budget is spent", async () => {
    const search = await open({ LLM_DAILY_COST_CAP_USD: "0" });
    await app.deps.database.insertInto("word_embeddings").values(vectorsOf(4)).execute();
    expect(await search("fire")).toMatchObject(keyword);
  });

  it("works with LLM_MOCK, without any service", async () => {
    const search = await open({ LLM_MOCK: "true", LLM_API_URL: "" });
    await embed();
    const found = await search("oven: it has fire fire");
    expect(found).toMatchObject(semantic);
    expect(found.texts[0]).toBe("oven");
    expect(model.asked).toEqual([]);
  });
});

/** Rows of vectors for the words w1, w2 … */
function vectorsOf(count: number) {
  const vector = new Uint8Array(new Float32Array([1, 0, 0]).buffer);
  return Array.from({ length: count }, (_, n) => ({
    word_id: `w${n + 1}`,
    model: "vectors",
    word_updated_at_ms: 0,
    vector,
  }));
}

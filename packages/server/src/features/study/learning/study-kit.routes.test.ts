import { describe, expect } from "vitest";
import type { StudyKit } from "@wordloom/contract";
import { giveAnswers } from "@wordloom/testing/content/give-answers";
import { cacheConfusables } from "../../library/confusables/confusables.service.ts";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import {
  KIT_PATH,
  kitRoutes,
  SENSES,
  TEXTS,
  library,
  started,
  call,
  kitOf,
  idsOf,
  kindsOf,
  wordOf,
} from "../../../testing/rows/study-kit.ts";

/** Every row that a read must not write. */
async function rowsOf({ deps }: ScenarioApp) {
  const tables = ["engine_states", "learning_sessions", "word_states", "daily_activity"] as const;
  return Promise.all(
    tables.map((table) =>
      deps.database
        .selectFrom(table as "word_states")
        .selectAll()
        .execute(),
    ),
  );
}

describe("GET /api/study/kit", () => {
  scenarios(kitRoutes, {
    "is empty if the library is empty": {
      as: "learner",
      send: ["GET", KIT_PATH],
      status: 200,
      body: {
        data: {
          generatedAt: "2026-05-01T12:00:00.000Z",
          minutes: 60,
          words: [],
          plan: { due: 0, new: 0, reviewedToday: 0, dayEndsAt: "2026-05-02T00:00:00.000Z" },
        },
      },
    },
    "accepts 5 to 120 minutes": {
      as: "learner",
      send: ["GET", `${KIT_PATH}?minutes=1`],
      status: 200,
      body: { data: { minutes: 5 } },
      after: async (app) => expect((await kitOf(app, "?minutes=999")).minutes).toBe(120),
    },
    "refuses minutes that are not a number": {
      as: "learner",
      send: ["GET", `${KIT_PATH}?minutes=many`],
      status: 400,
      body: { success: false, code: "INVALID_REQUEST_BODY" },
    },
    "contains due words, new words and words due later": {
      as: "learner",
      given: started,
      send: ["GET", KIT_PATH],
      status: 200,
      body: { data: { plan: { due: 3, new: 4 } } },
      after: (_, { body }) => {
        const kit: StudyKit = body.data;
        expect(kindsOf(kit)).toEqual({
          w1: "due",
          w2: "due",
          w3: "due",
          w4: "ahead",
          w5: "new",
          w6: "new",
          w7: "new",
          w8: "new",
        });
        expect(kit.plan.expectedMinutes).toBeGreaterThan(0);
        const { recall, state } = wordOf(kit, "w4");
        expect(recall).toBeGreaterThan(wordOf(kit, "w1").recall ?? 1);
        expect(state).toMatchObject({ wordId: "w4", totalAttempts: 1 });
        expect(wordOf(kit, "w5")).toMatchObject({ state: null, recall: null });
        expect(["w1", "w2", "w5"].map((id) => wordOf(kit, id).lapses)).toEqual([1, 0, 0]);
      },
    },
    "hands out words in the order of study-words and next-words": {
      as: "learner",
      given: async (app) => {
        const known = Array.from({ length: 30 }, (_, n) => `w${n + 1}`);
        await app.words(known.map((_, n) => ({ meaning: `sense${n}` })));
        await giveAnswers(
          app.deps,
          known.map((id, n) => [new Date(Date.UTC(2026, 0, n + 1)).toISOString(), id] as const),
        );
        await call(app, "PUT", "/api/study-config", { studyMode: "review" });
      },
      send: ["GET", KIT_PATH],
      status: 200,
      after: async (app, { body }) => {
        const inKit = idsOf(body.data.words);
        const handedOut: string[] = [];
        for (;;) {
          const exclude = { excludeWordIds: handedOut };
          const next = await call(app, "POST", "/api/learning/next-words", exclude);
          if (next.body.data.words.length === 0) break;
          handedOut.push(...next.body.data.words.map(({ id }: { id: string }) => id));
        }
        expect(inKit.toSorted()).toEqual(handedOut.toSorted());
        const first = 5;
        expect(inKit.slice(0, first)).toEqual(handedOut.slice(0, first));
      },
    },
    "contains as many words as fit into the time": {
      as: "learner",
      given: (app) => app.words(Array.from({ length: 250 }, (_, n) => ({ meaning: `m${n}` }))),
      send: ["GET", `${KIT_PATH}?minutes=5`],
      status: 200,
      after: async (app) => {
        await call(app, "PUT", "/api/study-config", { dailyWordCount: 200 });
        const short = await kitOf(app, "?minutes=5");
        expect(short.words.length).toBeGreaterThan(5);
        expect(short.plan.expectedMinutes).toBeLessThanOrEqual(5);
        expect((await kitOf(app, "?minutes=120")).words).toHaveLength(200);
      },
    },
    "limits new words to the rest of the day's allowance": {
      as: "learner",
      given: async (app) => {
        await started(app);
        await call(app, "PUT", "/api/study-config", { dailyWordCount: 3 });
      },
      send: ["GET", KIT_PATH],
      status: 200,
      // One of the three was first answered today.
      body: { data: { plan: { due: 3, new: 2 } } },
    },
    "has new words beyond the day's for those who go on": {
      as: "learner",
      given: async (app) => {
        await started(app);
        await call(app, "PUT", "/api/study-config", { dailyWordCount: 1 });
      },
      send: ["GET", `${KIT_PATH}?extraNewWords=3`],
      status: 200,
      after: async (app, { body }) => {
        expect(body.data.plan).toMatchObject({ due: 3, new: 3 });
        expect((await kitOf(app)).plan.new).toBe(0);
      },
    },
    "leaves suspended words out": {
      as: "learner",
      given: async (app) => {
        await started(app);
        await call(app, "POST", "/api/word-states/w1/suspend");
        await call(app, "POST", "/api/word-states/w5/bury");
      },
      send: ["GET", KIT_PATH],
      status: 200,
      after: (_, { body }) =>
        expect(idsOf(body.data.words).toSorted()).toEqual(["w2", "w3", "w4", "w6", "w7", "w8"]),
    },
    "has four options for each word, with the word of each option": {
      as: "learner",
      given: started,
      send: ["GET", KIT_PATH],
      status: 200,
      after: (_, { body }) => {
        const meanings = new Map(SENSES.map((meaning, n) => [`w${n + 1}`, meaning]));
        const texts = new Map(TEXTS.map((text, n) => [`w${n + 1}`, text]));
        for (const { word, options } of (body.data as StudyKit).words) {
          for (const [mode, labels] of [
            ["word-to-meaning", meanings],
            ["meaning-to-word", texts],
          ] as const) {
            const shown = options[mode];
            expect(shown?.wordIds[shown.correctIndex]).toBe(word.id);
            expect(new Set(shown?.options).size).toBe(4);
            expect(shown?.wordIds.map((id) => labels.get(id ?? ""))).toEqual(shown?.options);
          }
        }
      },
    },
    "has other wrong options for asking a word again": {
      as: "learner",
      given: started,
      send: ["GET", KIT_PATH],
      status: 200,
      after: (_, { body }) => {
        for (const { word, options, otherOptions } of (body.data as StudyKit).words) {
          for (const mode of ["word-to-meaning", "meaning-to-word"] as const) {
            const [first, other] = [options[mode], otherOptions[mode]];
            expect(other?.wordIds[other.correctIndex]).toBe(word.id);
            const both = new Set([...(first?.wordIds ?? []), ...(other?.wordIds ?? [])]);
            expect(both.size).toBe(7);
          }
        }
      },
    },
    "offers no rival in another script and no synonym": {
      as: "learner",
      given: async (app) => {
        await started(app);
        await app.words([
          { id: "r1", text: "mellop", meaning: "醇香的" },
          { id: "r2", text: "melloq", meaning: "ripe" },
          { id: "s1", text: "scrutiny", meaning: "close look" },
          { id: "s2", text: "review", meaning: "second look" },
        ]);
        await cacheConfusables(app.deps, ["w3"]);
        await giveAnswers(app.deps, [
          ["2026-03-01T10:00:00.000Z", "w3", { isCorrect: false, confusedWith: "r1" }],
          ["2026-03-01T10:01:00.000Z", "w1", { isCorrect: false, confusedWith: "s2" }],
        ]);
      },
      send: ["GET", KIT_PATH],
      status: 200,
      after: (_, { body }) => {
        const offered = (wordId: string) =>
          Object.values(wordOf(body.data, wordId).options).flatMap((shown) => shown?.wordIds ?? []);
        expect(offered("w3")).not.toContain("r1");
        expect(offered("w3")).toContain("r2");
        expect(offered("w1")).not.toContain("s2");
      },
    },
    "names the words that a slip makes of a word, English ones and those of the library": {
      as: "learner",
      given: (app) =>
        app.words(
          ["dessert", "affect", "latter", "Zwergin", "Zwergen", "read"].map((text) => ({ text })),
        ),
      send: ["GET", KIT_PATH],
      status: 200,
      after: (_, { body }) => {
        const of = (wordId: string) => wordOf(body.data, wordId).content.lookalikes;
        expect(of("w1")).toEqual(["desert"]);
        expect(of("w2")).toContain("effect");
        expect(of("w3")).toContain("letter");
        expect(of("w4")).toEqual(["zwergen"]);
        expect(of("w6")).toEqual([]);
      },
    },
    "has no options if the library has too few words": {
      as: "learner",
      given: (app) => app.words([{ meaning: "one" }, { meaning: "two" }, { meaning: "three" }]),
      send: ["GET", KIT_PATH],
      status: 200,
      after: (_, { body }) => {
        const none = { "word-to-meaning": null, "meaning-to-word": null };
        expect(body.data.words[0].options).toEqual(none);
      },
    },
    "names the words the learner confused with it, most frequent first": {
      as: "learner",
      given: async (app) => {
        await started(app);
        const wrong = (day: number, confusedWith: string) =>
          [`2026-04-0${day}T09:00:00.000Z`, "w1", { isCorrect: false, confusedWith }] as const;
        await giveAnswers(app.deps, [wrong(1, "w7"), wrong(2, "w7"), wrong(3, "gone")]);
      },
      send: ["GET", KIT_PATH],
      status: 200,
      after: (_, { body }) => {
        expect(wordOf(body.data, "w1").content.confusables).toEqual([
          { wordId: "w7", word: "hasty", meaning: "ladder", timesConfused: 2 },
          { wordId: "w2", word: "quaint", meaning: "table", timesConfused: 1 },
        ]);
      },
    },
    "tells which of them surely sound different": {
      as: "learner",
      given: async (app) => {
        await app.words([
          { text: "ship", meaning: "boat", pronunciation: "/ʃɪp/" },
          { text: "sheep", meaning: "animal", pronunciation: "/ʃiːp/" },
          { text: "shipp", meaning: "old boat", pronunciation: "[ˈʃɪp]" },
          { text: "chip", meaning: "piece" },
        ]);
        const wrong = (confusedWith: string, at: number) =>
          [`2026-04-0${at}T09:00:00.000Z`, "w1", { isCorrect: false, confusedWith }] as const;
        await giveAnswers(app.deps, [wrong("w2", 1), wrong("w3", 2), wrong("w4", 3)]);
      },
      send: ["GET", KIT_PATH],
      status: 200,
      after: (_, { body }) => {
        const { confusables } = wordOf(body.data, "w1").content;
        const apart = confusables.filter(({ soundsApart }) => soundsApart === true);
        expect(confusables).toHaveLength(3);
        expect(apart.map(({ word }) => word)).toEqual(["sheep"]);
      },
    },
    "shows parts and origin by rule, examples, and the latest note": {
      as: "learner",
      given: async (app) => {
        await app.word({ text: "inspection", meaning: "a look", examples: ["a", "b", "c", "d"] });
        await call(app, "POST", "/api/word-notes", { wordId: "w1", content: "old" });
        app.clock.advance(1_000);
        await call(app, "POST", "/api/word-notes", { wordId: "w1", content: "new" });
        await call(app, "POST", "/api/word-favorites/w1");
      },
      send: ["GET", KIT_PATH],
      status: 200,
      after: async (app, { body }) => {
        const { content, note, favorite } = wordOf(body.data, "w1");
        const { data } = (await call(app, "GET", "/api/content/morphemes/w1")).body;
        expect(content.morphemes).toEqual(data.morphemes);
        expect(content.morphemes.length).toBeGreaterThan(1);
        const etymology = await call(app, "GET", "/api/content/etymology/w1");
        expect(content.etymology).toBe(etymology.body.data.etymology);
        expect(content.contexts).toEqual(
          ["a", "b", "c"].map((sentence) => ({ sentence, source: "example" })),
        );
        expect(note?.content).toBe("new");
        expect(favorite).toBe(true);
      },
    },
    "shows stored model output without calling a model": {
      as: "learner",
      settings: { LLM_ENABLED: "true", LLM_MOCK: "true" },
      given: async (app) => {
        await library(app);
        await call(app, "GET", "/api/content/etymology/w2");
        await call(app, "GET", "/api/content/word-contexts/w2");
      },
      send: ["GET", KIT_PATH],
      status: 200,
      after: async ({ deps }, { body }) => {
        const { content } = wordOf(body.data, "w2");
        expect(content.etymology).toBe("The mock model made up quaint.");
        expect(content.contexts[0]).toEqual({
          sentence: "The mock model says quaint.",
          source: "generated",
        });
        expect(wordOf(body.data, "w3").content.etymology).toBeNull();
        const answers = await deps.database.selectFrom("word_model_answers").selectAll().execute();
        expect(answers).toHaveLength(2);
      },
    },
    "reports which words have an answer waiting to be applied": {
      as: "learner",
      given: async (app) => {
        await started(app);
        const body = { wordId: "w2", isCorrect: true, responseTimeMs: 900 };
        await call(app, "POST", "/api/records", body);
      },
      send: ["GET", KIT_PATH],
      status: 200,
      after: (_, { body }) => {
        const waiting = (body.data as StudyKit).words.filter((entry) => entry.waiting);
        expect(idsOf(waiting)).toEqual(["w2"]);
      },
    },
    "counts a new word with a waiting answer among the words of the day": {
      as: "learner",
      given: async (app) => {
        await started(app);
        // Words that today's kit would not contain.
        const all = (await kitOf(app)).words.filter(({ kind }) => kind === "new");
        const ids = idsOf(all.slice(-2));
        expect(all).toHaveLength(4);
        await call(app, "PUT", "/api/study-config", { dailyWordCount: 3 });
        for (const wordId of ids) {
          const body = { wordId, isCorrect: true, responseTimeMs: 900 };
          await call(app, "POST", "/api/records", body);
        }
      },
      send: ["GET", KIT_PATH],
      status: 200,
      after: (_, { body }) => {
        const { words } = body.data as StudyKit;
        const open = words.filter(({ kind, waiting }) => kind === "new" && !waiting);
        expect(idsOf(open)).toEqual([]);
      },
    },
    "stores nothing": {
      as: "learner",
      given: started,
      send: async (app) => {
        const before = await rowsOf(app);
        await kitOf(app);
        expect(await rowsOf(app)).toEqual(before);
        return ["GET", KIT_PATH];
      },
      status: 200,
    },
    "has a strong tag and may be cached by this client only": {
      as: "learner",
      given: started,
      send: ["GET", KIT_PATH],
      status: 200,
      headers: { etag: /^"[\w-]{22}\.[0-9a-z]+"$/, "cache-control": "private, no-cache" },
    },
  });
});

describe("POST /api/study/kit/words", () => {
  const PATH = `${KIT_PATH}/words`;
  scenarios(kitRoutes, {
    "gives named words the entries that the kit has, in the order requested": {
      as: "learner",
      given: started,
      send: ["POST", PATH, { ids: ["w4", "w1", "gone", "w5", "w1"] }],
      status: 200,
      after: async (app, { body }) => {
        const kit = await kitOf(app);
        expect(idsOf(body.data)).toEqual(["w4", "w1", "w5"]);
        for (const entry of body.data as StudyKit["words"]) {
          const { options, otherOptions, ...rest } = wordOf(kit, entry.word.id);
          expect(entry).toMatchObject(rest);
          for (const shown of [options, otherOptions]) expect(shown).not.toBeNull();
          expect(entry.options["word-to-meaning"]?.options).toHaveLength(4);
          expect(entry.otherOptions["meaning-to-word"]?.options).toHaveLength(4);
        }
      },
    },
    "has words that the plan of the day leaves out": {
      as: "learner",
      given: async (app) => {
        await started(app);
        await call(app, "PUT", "/api/study-config", { dailyWordCount: 1 });
      },
      send: ["POST", PATH, { ids: ["w7", "w8"] }],
      status: 200,
      body: { data: [{ kind: "new" }, { kind: "new" }] },
    },
    "has no words of other learners": {
      as: "learner",
      given: async (app) => {
        await library(app);
        const { id } = await app.learner();
        const mine = app.deps.database.updateTable("words").set({ owner_id: id });
        await mine.where("id", "=", "w2").execute();
      },
      send: ["POST", PATH, { ids: ["w1", "w2"] }],
      status: 200,
      after: (_, { body }) => expect(idsOf(body.data)).toEqual(["w1"]),
    },
    "refuses more than a hundred words": {
      as: "learner",
      send: ["POST", PATH, { ids: Array.from({ length: 101 }, (_, n) => `w${n}`) }],
      status: 400,
      body: { success: false, code: "BATCH_TOO_LARGE" },
    },
  });
});

import type { StudyKit } from "@wordloom/contract";
import { describe, expect, it } from "vitest";
import { withStandIn } from "../../platform/browser-store.ts";
import { memoryTables } from "../../platform/memory-tables.ts";
import { putEntry, removeEntry, type OutboxEntry } from "../outbox/outbox-entry.ts";
import { answerTo } from "../outbox/testing/fake-service.ts";
import { studyWord } from "../study-session/testing/study-words.ts";
import {
  currentKit,
  firstKit,
  forgetKit,
  keptKit,
  markUsed,
  nextWords,
  refreshKit,
} from "./kit.ts";

const MINUTE_MS = 60_000;
const strategy = {
  difficulty: 0.5,
  batchSize: 2,
  newRatio: 0.2,
  intervalScale: 1,
  reviewMode: false,
};
const made = (...ids: string[]): StudyKit => ({
  generatedAt: "2026-11-22T00:00:00.000Z",
  minutes: 60,
  strategy,
  words: ids.map((id) => studyWord(id, {})),
  plan: {
    ...{ due: ids.length, new: 0, expectedMinutes: 4, reviewedToday: 0 },
    dayEndsAt: "2026-11-23T00:00:00.000Z",
  },
});

/** A browser, and a service that hands out these kits one after the other. */
function browser(...kits: StudyKit[]) {
  const store = withStandIn(undefined, memoryTables());
  let nowMs = Date.UTC(2026, 10, 22);
  let loads = 0;
  const load = async () => {
    const kit = kits[loads];
    loads += 1;
    if (kit === undefined) throw new Error("offline");
    return kit;
  };
  const use = (id: string) => store.transact(["kit"], (at) => markUsed(at, id));
  return {
    ...{ store, load, use, now: () => nowMs },
    loads: () => loads,
    passes: (ms: number) => (nowMs += ms),
  };
}

const idsOf = (kit: { words: readonly { word: { id: string } }[] } | undefined) =>
  kit?.words.map(({ word }) => word.id);

describe("the kit", () => {
  it("is loaded once and kept while it is fresh", async () => {
    const it = browser(made("a", "b"), made("c"));
    expect(idsOf(await currentKit(it))).toEqual(["a", "b"]);
    it.passes(9 * MINUTE_MS);
    await currentKit(it);
    expect(it.loads()).toBe(1);
    it.passes(2 * MINUTE_MS);
    expect(idsOf(await currentKit(it))).toEqual(["c"]);
  });

  it("is loaded anew when the clock was set back", async () => {
    const it = browser(made("a"), made("b"));
    await currentKit(it);
    it.passes(-MINUTE_MS);
    expect(idsOf(await currentKit(it))).toEqual(["b"]);
  });

  it("is loaded anew after the plan was changed", async () => {
    const it = browser(made("a"), made("b"));
    await currentKit(it);
    await forgetKit(it.store);
    expect(idsOf(await currentKit(it))).toEqual(["b"]);
  });

  it("is loaded anew when more than half of it is used", async () => {
    const it = browser(made("a", "b", "c", "d"), made("e"));
    await currentKit(it);
    await it.use("a");
    await it.use("b");
    expect(idsOf(await currentKit(it))).toEqual(["c", "d"]);
    await it.use("c");
    expect(idsOf(await currentKit(it))).toEqual(["e"]);
  });

  it("is good for as long as there is no network", async () => {
    const it = browser(made("a", "b", "c"));
    await currentKit(it);
    await it.use("b");
    it.passes(7 * 24 * 60 * MINUTE_MS);
    expect(idsOf(await currentKit(it))).toEqual(["a", "c"]);
  });

  it("is refused where there is none and none can be loaded", async () => {
    await expect(currentKit(browser())).rejects.toThrow("offline");
  });

  it("is not loaded twice for who wants it first while it is being loaded", async () => {
    const it = browser(made("a"), made("b"));
    const loading = refreshKit(it);
    expect(idsOf(await firstKit(it))).toEqual(["a"]);
    await loading;
    expect(it.loads()).toBe(1);
    expect(idsOf(await firstKit(it)), "nothing is being loaded any more").toEqual(["b"]);
  });

  it("that is being loaded is of no use once the plan was changed", async () => {
    const it = browser(made("a"), made("b"));
    const loading = refreshKit(it);
    await forgetKit(it.store);
    expect(idsOf(await firstKit(it))).toEqual(["b"]);
    await loading;
  });

  it("leaves out what was answered and is still to be sent", async () => {
    const it = browser(made("a", "b", "c"));
    await it.store.transact(["outbox"], async (at) => {
      const answer = answerTo("x1", "b");
      putEntry(at, { kind: "answer", answer, seq: 1, id: "x1", state: "queued" });
      putEntry(at, {
        ...{ kind: "act", id: "act1", act: "known", wordId: "c" },
        ...{ seq: 2, id: "x2", state: "queued" },
      });
    });
    expect(idsOf(await refreshKit(it))).toEqual(["a"]);
    expect(idsOf(await keptKit(it.store))).toEqual(["a"]);
  });

  it("does not count what was to be sent when it was asked for, nor what came later", async () => {
    const it = browser(made("a"));
    const answer = answerTo("x1", "b");
    const one: OutboxEntry = { kind: "answer", answer, seq: 1, id: "x1", state: "sending" };
    await it.store.transact(["outbox"], async (at) => putEntry(at, one));
    const load = async () => {
      await it.store.transact(["outbox"], async (at) => removeEntry(at, one));
      return it.load();
    };
    expect((await refreshKit({ ...it, load })).uncounted).toEqual(["b"]);
    await it.use("a");
    expect((await keptKit(it.store))?.uncounted.toSorted()).toEqual(["a", "b"]);
  });

  it("hands out a batch of words that the session does not have", async () => {
    const it = browser(made("a", "b", "c", "d"));
    const kit = await currentKit(it);
    const ids = (known: string[]) => nextWords(kit, new Set(known)).map(({ word }) => word.id);
    expect(ids([])).toEqual(["a", "b"]);
    expect(ids(["a", "c"])).toEqual(["b", "d"]);
    expect(ids(["a", "b", "c", "d"])).toEqual([]);
  });

  it("leaves for later what the service is still working on", async () => {
    const [first, second] = [studyWord("a", {}), studyWord("b", {})];
    const it = browser({ ...made(), words: [{ ...first, waiting: true }, second] });
    expect(nextWords(await currentKit(it), new Set()).map(({ word }) => word.id)).toEqual(["b"]);
  });
});

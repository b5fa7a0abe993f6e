import type { StudyKit } from "@wordloom/contract";
import { describe, expect, it } from "vitest";
import { studyWord } from "../study-session/testing/study-words.ts";
import { createNextWords, type WordNeeds } from "./next-words.ts";
import { browser, made } from "./testing/kit-browser.ts";

const MINUTE_MS = 60_000;

/** A browser whose network, service and review cap the test controls. */
function learner(...kits: StudyKit[]) {
  const its = browser(...kits);
  const facts = { network: true, served: true, cap: null as number | null };
  const waits: (() => void)[] = [];
  const needs: WordNeeds = {
    ...its,
    hasNetwork: () => facts.network,
    isServed: () => facts.served,
    reviewCap: () => facts.cap,
    after: (_ms, run) => void waits.push(run),
  };
  return { ...its, facts, waits, needs, words: createNextWords(needs) };
}

const idsOf = (words: readonly { word: { id: string } }[] | undefined) =>
  words?.map(({ word }) => word.id);

describe("the words to begin with", () => {
  it("are all words of the plan: what a session says at its start is what it asks", async () => {
    const { words } = learner(made("a", "b", "c"));
    expect(idsOf(await words.first("plan"))).toEqual(["a", "b", "c"]);
  });

  it("come from a kit of the last ten minutes without asking the service", async () => {
    const { words, passes, loads } = learner(made("a"), made("b"));
    await words.first("plan");
    passes(9 * MINUTE_MS);
    expect(idsOf(await words.first("plan"))).toEqual(["a"]);
    expect(loads()).toBe(1);
    passes(2 * MINUTE_MS);
    expect(idsOf(await words.first("plan"))).toEqual(["b"]);
  });

  it("are as many as Today says: a kit that has fewer is loaded again", async () => {
    const { words, loads } = learner(made("a"), made("a", "b"), made("a", "b"));
    await words.first("plan");
    expect(idsOf(await words.first("plan", 1))).toEqual(["a"]);
    expect(loads()).toBe(1);
    expect(idsOf(await words.first("plan", 2))).toEqual(["a", "b"]);
    expect(loads()).toBe(2);
    expect(idsOf(await words.first("plan", 2))).toEqual(["a", "b"]);
    expect(loads()).toBe(2);
  });

  it("are those of the kit that has fewer when the service is too slow", async () => {
    const { needs, words, waits } = learner(made("a"));
    await words.first("plan");
    const slow = createNextWords({ ...needs, load: () => new Promise(() => undefined) });
    const first = slow.first("plan", 2);
    await expect.poll(() => waits.length).toBe(1);
    waits[0]?.();
    expect(idsOf(await first)).toEqual(["a"]);
  });

  it("do not come from a kit of yesterday, as soon as the learner's day is over", async () => {
    const yesterday = made("a");
    const dayEndsAt = "2026-11-22T00:05:00.000Z";
    const plan = { ...yesterday.plan, dayEndsAt };
    const { words, passes } = learner({ ...yesterday, plan }, made("b"));
    await words.first("plan");
    passes(4 * MINUTE_MS);
    expect(idsOf(await words.first("plan"))).toEqual(["a"]);
    passes(MINUTE_MS);
    expect(idsOf(await words.first("plan"))).toEqual(["b"]);
  });

  it("do not come from a kit of the future, after the clock was set back", async () => {
    const { words, passes } = learner(made("a"), made("b"));
    await words.first("plan");
    passes(-MINUTE_MS);
    expect(idsOf(await words.first("plan"))).toEqual(["b"]);
  });

  it("come from a kit of any age without a network", async () => {
    const { words, passes, facts, use } = learner(made("a", "b"), made("c"));
    await words.first("plan");
    await use("a");
    passes(7 * 24 * 60 * MINUTE_MS);
    facts.network = false;
    expect(idsOf(await words.first("plan"))).toEqual(["b"]);
  });

  it("come from an old kit when the service is too slow", async () => {
    const { needs, words, passes, waits } = learner(made("a"));
    await words.first("plan");
    passes(11 * MINUTE_MS);
    const slow = createNextWords({ ...needs, load: () => new Promise(() => undefined) });
    const first = slow.first("plan");
    await expect.poll(() => waits.length).toBe(1);
    waits[0]?.();
    expect(idsOf(await first)).toEqual(["a"]);
  });

  it("are requested when the whole kit was answered", async () => {
    const { words, use } = learner(made("a"), made("b"));
    await words.first("plan");
    await use("a");
    expect(idsOf(await words.first("plan"))).toEqual(["b"]);
  });

  it("are none without a stored kit, a network or an answer", async () => {
    const { words, facts } = learner();
    facts.network = false;
    expect(await words.first("plan")).toBeUndefined();
    facts.network = true;
    facts.served = false;
    expect(await words.first("plan")).toBeUndefined();
  });

  it("are refused with the service's error when no kit is stored", async () => {
    await expect(learner().words.first("plan")).rejects.toThrow("offline");
  });

  it("are those of the new plan after it was changed", async () => {
    const { words, facts } = learner(made("a"), made("b"));
    await words.first("plan");
    await words.planChanged();
    expect(idsOf(await words.first("plan"))).toEqual(["b"]);
    facts.network = false;
    expect(idsOf(await words.first("plan"))).toEqual(["b"]);
  });

  it("are requested again when a fresh kit has none that is due", async () => {
    const later = { ...studyWord("a", { kind: "ahead" }) };
    const { words, facts, loads } = learner({ ...made(), words: [later] }, made("b"));
    await words.renew();
    facts.network = false;
    expect(await words.first("plan"), "without a network the kit stands").toEqual([]);
    expect(idsOf(await words.first("ahead"))).toEqual(["a"]);
    facts.network = true;
    expect(idsOf(await words.first("plan"))).toEqual(["b"]);
    expect(loads()).toBe(2);
  });

  it("are requested again if a running request started before they fell due", async () => {
    const its = learner(made(), made());
    await its.words.renew();
    const begun = Promise.withResolvers<StudyKit>();
    const replies = [begun.promise, Promise.resolve(made("b"))];
    const slow = createNextWords({ ...its.needs, load: () => replies.shift() ?? begun.promise });
    const earlier = slow.renew();
    expect(idsOf(await slow.first("plan"))).toEqual(["b"]);
    begun.resolve(made());
    await earlier;
    expect(idsOf(await slow.first("plan"))).toEqual(["b"]);
  });

  it("postpone words whose answers the service is still processing", async () => {
    const waiting = { ...studyWord("a", {}), waiting: true };
    const { words } = learner({ ...made(), words: [waiting, studyWord("b", {})] });
    expect(idsOf(await words.first("plan"))).toEqual(["b"]);
  });

  it("are today's portion while the learner catches up, and more on request", async () => {
    const { words, facts } = learner(made("a", "b", "c"));
    facts.cap = 2;
    await words.first("plan");
    expect(idsOf(await words.planned("plan", undefined))).toEqual(["a", "b"]);
    expect(idsOf(await words.planned("ahead", undefined))).toEqual(["a", "b", "c"]);
  });
});

describe("the stored kit", () => {
  it("stays when a new kit cannot be loaded", async () => {
    const { words } = learner(made("a"));
    await words.renew();
    await words.renew();
    expect(idsOf(await words.kept())).toEqual(["a"]);
  });

  it("is missing before the first load", async () => {
    const { words } = learner();
    expect(await words.planned("plan", undefined)).toBeUndefined();
    expect(await words.kept()).toEqual([]);
  });
});

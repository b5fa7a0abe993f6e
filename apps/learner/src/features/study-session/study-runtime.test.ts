import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { BrowserStore } from "../../platform/browser-store.ts";
import type { OutboxEntry } from "../outbox/outbox-entry.ts";
import { settled, type RequestOutcome } from "../outbox/testing/fake-service.ts";
import type { Measured } from "./measure.ts";
import { resumeStudy, startStudy } from "./study-runtime.ts";
import { keptSession, lastSession } from "./session-store.ts";
import { browser } from "./testing/study-browser.ts";
import { studyWord } from "./testing/study-words.ts";

const measured: Measured = {
  responseTimeMs: 1_200,
  pausedTimeMs: 0,
  pauseCount: 0,
  focusLossDurationMs: 400,
  switchCount: 1,
};
const right = { isCorrect: true } as const;
const wrong = { isCorrect: false, confusedWith: "other" } as const;

const words = (count: number) =>
  Array.from({ length: count }, (_, at) => studyWord(`k${at}`, { kind: "due" }));
const entriesOf = async (store: BrowserStore) =>
  (await store.all("outbox")).map(({ value }) => value as OutboxEntry);

describe("a running session", () => {
  it("shows an answer before storing it", async () => {
    const { needs } = browser();
    const run = await startStudy(await needs(), words(2), null);
    const storing = run.answer(right, measured);
    expect(run.state.get().step.current?.phase).toBe("feedback");
    await storing;
  });

  it("stores times by the service's clock and sends the device's", async () => {
    const { store, needs } = browser();
    const [device, service] = [Date.UTC(2026, 10, 23), Date.UTC(2026, 10, 22)];
    const clocks = { now: () => device, serviceNow: () => service };
    const run = await startStudy(await needs(clocks), words(2), null);
    await run.answer(right, measured);
    const { startedAtMs, history } = run.state.get();
    expect([startedAtMs, history[0]?.answeredAtMs]).toEqual([service, service]);
    const [entry] = await entriesOf(store);
    expect(entry).toMatchObject({ answer: { answeredAt: "2026-11-23T00:00:00.000Z" } });
  });

  it("stores an answer together with its step and measurements", async () => {
    const { needs, store } = browser();
    const run = await startStudy(await needs(), words(2), null);
    await run.send({ type: "server", sessionId: "s9" });
    await run.send({ type: "hint" });
    await run.answer(wrong, measured);
    expect(await entriesOf(store)).toMatchObject([
      {
        state: "held",
        answer: {
          wordId: "k0",
          isCorrect: false,
          responseTimeMs: 1_200,
          focusLossDurationMs: 400,
          hintUsed: true,
          confusedWith: "other",
          sessionId: "s9",
          answeredAt: "2026-11-22T00:00:00.000Z",
        },
      },
    ]);
    expect(await lastSession(store)).toEqual(run.state.get());
  });

  it("ignores a second press of the key", async () => {
    const { needs, store } = browser();
    const run = await startStudy(await needs(), words(2), null);
    await Promise.all([run.answer(right, measured), run.answer(wrong, measured)]);
    expect(await entriesOf(store)).toHaveLength(1);
    expect(run.state.get().history).toHaveLength(1);
  });

  it("moves on in one step when there is no feedback to read", async () => {
    const { needs, store } = browser();
    const run = await startStudy(await needs(), words(2), null);
    const shown: unknown[] = [];
    run.state.subscribe(() => shown.push(run.state.get().step.current?.phase));
    const storing = run.answer({ ...right, selfRating: 2, goesOn: true }, measured);
    expect(run.state.get().step.current).toMatchObject({ phase: "question", wordId: "k1" });
    await storing;
    await run.answer({ ...right, selfRating: 2, goesOn: true }, measured);
    expect(shown).toEqual(["question", undefined]);
    expect(await entriesOf(store)).toHaveLength(2);
    await run.undo();
    expect(run.state.get().step.current).toMatchObject({ phase: "question", wordId: "k1" });
  });

  it("applies an early key press to the screen at that time", async () => {
    const { needs, store } = browser();
    const fresh = [studyWord("n1", { kind: "new" }), studyWord("n2", { kind: "new" })];
    const run = await startStudy(await needs(), [...words(2), ...fresh], null);
    const known = { ...right, goesOn: true };
    const busy = run.send({ type: "server", sessionId: "s" });
    await Promise.all([busy, run.answer(known, measured), run.answer(known, measured)]);
    expect(run.state.get().step.current).toMatchObject({ phase: "question", wordId: "k1" });
    expect(await entriesOf(store)).toHaveLength(1);
    await run.answer(known, measured);
    expect(run.state.get().step.current).toEqual({ phase: "introduction", wordId: "n1" });
    const next = () => run.send({ type: "next" });
    await Promise.all([run.act("favorite", "n1"), next(), next()]);
    expect(run.state.get().step.current).toEqual({ phase: "introduction", wordId: "n2" });
  });

  it("undoes the last answer completely, and earlier unsent ones", async () => {
    const { needs, store, setOnline, service } = browser();
    setOnline(false);
    const run = await startStudy(await needs(), words(3), null);
    const before = run.state.get();
    await run.answer(wrong, measured);
    await run.send({ type: "next" });
    await run.answer(right, measured);
    expect(run.canUndo.get()).toBe(true);
    expect([await run.undo(), await run.undo(), await run.undo()]).toEqual([true, true, false]);
    expect(run.canUndo.get()).toBe(false);
    expect({ ...run.state.get(), revision: 0 }).toEqual({ ...before, revision: 0 });
    expect(await entriesOf(store)).toEqual([]);
    expect(service.requests).toEqual([]);
  });

  it.each(["known", "suspend", "bury"] as const)(
    "restores a word that was put aside, in order: %s",
    async (act) => {
      const { needs, store, setOnline } = browser();
      setOnline(false);
      const run = await startStudy(await needs(), words(4), null);
      const states = [run.state.get()];
      const does = async (step: Promise<unknown>) => states.push((await step, run.state.get()));
      await does(run.act(act, "k0"));
      await does(run.answer(right, measured));
      await does(run.act(act, "k1"));
      await does(run.act(act, "k2"));
      expect(run.state.get().step).toMatchObject({ done: ["k0", "k1", "k2"], queue: [] });
      const bare = ({ revision: _, ...state }: (typeof states)[number]) => ({
        ...state,
        step: { ...state.step, done: state.step.done.toSorted() },
      });
      for (const before of states.slice(0, -1).toReversed()) {
        expect(run.canUndo.get()).toBe(true);
        expect(await run.undo()).toBe(true);
        expect(bare(run.state.get())).toEqual(bare(before));
      }
      expect(await run.undo()).toBe(false);
      expect(await entriesOf(store)).toEqual([]);
    },
  );

  it("sends a put-aside word after a while, and can no longer restore it", async () => {
    const { needs, service } = browser();
    const run = await startStudy(await needs(), words(3), null);
    await run.act("known", "k0");
    expect(service.taken).toEqual([]);
    await run.leave();
    await settled();
    expect(service.taken).toEqual(["known k0"]);
    expect(run.canUndo.get()).toBe(false);
    expect(await run.undo()).toBe(false);
    expect(run.state.get().dropped).toEqual(["k0"]);
  });

  it("cannot undo a sent answer, and reports that", async () => {
    const { needs } = browser();
    const run = await startStudy(await needs(), words(3), null);
    let calls = 0;
    run.canUndo.subscribe(() => (calls += 1));
    await run.answer(wrong, measured);
    await run.leave();
    await settled();
    expect(run.canUndo.get()).toBe(false);
    expect(calls).toBeGreaterThan(0);
    const shown = run.state.get();
    expect([await run.undo(), await run.overrule()]).toEqual([false, false]);
    expect(run.state.get()).toBe(shown);
  });

  it("lets the learner overrule: changes the pending answer instead of adding one", async () => {
    const { needs, store } = browser();
    const run = await startStudy(await needs(), words(3), null);
    await run.answer({ ...wrong, given: "nearly" }, measured);
    expect(await run.overrule()).toBe(true);
    const [entry, ...more] = await entriesOf(store);
    expect(more).toEqual([]);
    expect(entry).toMatchObject({
      answer: { isCorrect: true, confusedWith: null, focusLossDurationMs: 400 },
    });
    expect(run.state.get().step.done).toEqual(["k0"]);
  });

  it("resumes after a reload with undo still possible", async () => {
    const { needs, store } = browser();
    const run = await startStudy(await needs(), words(3), null);
    await run.answer(wrong, measured);
    await run.send({ type: "next" });
    const kept = await keptSession(store);
    if (kept === undefined) throw new Error("nothing was kept");
    const again = resumeStudy(await needs(), kept);
    expect(again.state.get()).toEqual(run.state.get());
    expect(await again.undo()).toBe(true);
    expect(await entriesOf(store)).toEqual([]);
  });

  it("follows another tab and does not overwrite its step", async () => {
    const { needs, store } = browser();
    const first = await startStudy(await needs(), words(3), null);
    const { tabs: _, ...deaf } = await needs();
    const second = resumeStudy(deaf, first.state.get());
    const third = resumeStudy(await needs(), first.state.get());
    await first.answer(right, measured);
    await settled();
    expect(third.state.get()).toEqual(first.state.get());
    await second.answer(wrong, measured);
    expect(second.state.get()).toEqual(first.state.get());
    expect(await entriesOf(store)).toHaveLength(1);
    third.close();
    await first.send({ type: "next" });
    await settled();
    expect(third.state.get()).not.toEqual(first.state.get());
  });

  it("keeps acts even when the session lacks the word or another tab made a step", async () => {
    const { needs, store, setOnline } = browser();
    setOnline(false);
    const first = await startStudy(await needs(), words(3), null);
    const { tabs: _, ...deaf } = await needs();
    const second = resumeStudy(deaf, first.state.get());
    await first.act("favorite", "elsewhere");
    await first.answer(right, measured);
    await second.act("known", "k2");
    expect(await entriesOf(store)).toMatchObject([
      { act: "favorite", wordId: "elsewhere" },
      { kind: "answer" },
      { act: "known", wordId: "k2" },
    ]);
  });

  it("stores the words, the bulk of a session, only when they change", async () => {
    const { needs, store } = browser();
    const written: string[] = [];
    const watched: BrowserStore = {
      ...store,
      transact: (used, work) =>
        store.transact(used, (at) =>
          work({
            ...at,
            put(table, key, value) {
              if (table === "session") written.push(key);
              at.put(table, key, value);
            },
          }),
        ),
    };
    const run = await startStudy({ ...(await needs()), store: watched }, words(3), null);
    expect(written.splice(0)).toContain("words");
    await run.answer(right, measured);
    expect(written.splice(0)).not.toContain("words");
    await run.act("favorite", "k1");
    expect(written).toContain("words");
    expect(await lastSession(store)).toEqual(run.state.get());
  });

  it("shows the stored state when storing fails permanently", async () => {
    const { needs, store } = browser();
    const broken: BrowserStore = {
      ...store,
      transact: () => Promise.reject(new Error("broken")),
    };
    const given = await needs();
    const run = await startStudy(given, words(2), null);
    const lame = resumeStudy({ ...given, store: broken }, run.state.get());
    await expect(lame.answer(right, measured)).rejects.toThrow("broken");
    expect(lame.state.get()).toEqual(run.state.get());
  });
});

const doing = fc.record({
  tab: fc.nat(1),
  what: fc.constantFrom(
    ...["right", "right", "wrong", "next", "next", "undo", "overrule", "skip"],
    ...["leave", "reload", "known", "favorite", "hint"],
  ),
  waits: fc.boolean(),
});
const outcomes = fc.array(
  fc.constantFrom<RequestOutcome>("ok", "lose request", "lose reply", "busy"),
  {
    maxLength: 20,
  },
);

describe("every running session, in two tabs", () => {
  it("sends each answer that was not undone once, in order, and no other", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(doing, { maxLength: 60 }), outcomes, async (doings, plan) => {
        const { needs, service, store } = browser();
        service.plan.push(...plan);
        const fresh = [studyWord("n1", { kind: "new" }), studyWord("n2", { kind: "new" })];
        const session = (await startStudy(await needs(), [...words(3), ...fresh], "slipping"))
          .state;
        const open = async () =>
          resumeStudy(await needs(), (await lastSession(store)) ?? session.get());
        const runs = [await open(), await open()];
        for (const { tab, what, waits } of doings) {
          const run = runs[tab] ?? (await open());
          const { current } = run.state.get().step;
          let done: Promise<unknown>;
          if (what === "right" || what === "wrong") {
            done = run.answer(what === "right" ? right : wrong, measured);
          } else if (what === "reload") {
            run.close();
            done = open().then((opened) => (runs[tab] = opened));
          } else if (what === "known" || what === "favorite") {
            done = run.act(what, current?.wordId ?? "k0");
          } else if (what === "undo") done = run.undo();
          else if (what === "overrule") done = run.overrule();
          else if (what === "leave") done = run.leave();
          else done = run.send({ type: what as "next" });
          if (waits || what === "reload") await done;
        }
        await settled();
        service.plan.length = 0;
        const { outbox } = await needs();
        await outbox.release();
        await outbox.flush();
        const last = await lastSession(store);
        const answers = service.taken.filter((name) => name.startsWith("id"));
        expect(answers).toEqual(last?.history.map(({ id }) => id));
        const known = (last?.dropped ?? []).map((id) => `known ${id}`);
        expect(service.taken).toEqual(expect.arrayContaining(known));
        expect(await entriesOf(store)).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });
});

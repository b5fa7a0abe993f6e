import { expect, test } from "vitest";
import { defaultSettings } from "../app-settings/app-settings.ts";
import { newSession, withoutWords } from "./reduce-session.ts";
import type { SessionState } from "./session-state.ts";
import { changeUnfinished, keptSession, lastSession, putAside } from "./session-store.ts";
import { startStudy } from "./study-runtime.ts";
import { browser } from "./testing/study-browser.ts";
import { studyWord } from "./testing/study-words.ts";

const asking = { kinds: defaultSettings.kinds, canSpeak: () => false };
const words = (...ids: string[]) => ids.map((id) => studyWord(id, {}));
const leaves = (...ids: string[]) => {
  return (session: SessionState) => withoutWords(session, ids, asking);
};

test("words that are left out are not asked by the session that was begun", async () => {
  const { needs, store } = browser();
  await startStudy(await needs(), words("a", "b", "c"), null);
  expect(await changeUnfinished(store, leaves("a", "c", "other"))).toBe(2);
  const kept = await keptSession(store);
  expect(kept).toMatchObject({ revision: 1, dropped: ["a", "c"], step: { queue: [] } });
  expect(kept?.step.current).toMatchObject({ wordId: "b" });
  expect(await changeUnfinished(store, leaves("a", "other")), "once").toBe(0);
  expect(await changeUnfinished(store, leaves("b"))).toBe(1);
  expect(await keptSession(store)).toBeUndefined();
});

test("nor by the plan that waits for the end of a practice", async () => {
  const { needs, store } = browser();
  const plan = newSession({ id: "p", startedAtMs: 0, practised: null }, words("a", "b"), asking);
  await putAside(store, plan);
  await startStudy(await needs(), words("x"), "slipping");
  expect(await changeUnfinished(store, leaves("a"))).toBe(0);
  const aside = await store.transact(["session"], (at) => at.get("session", "aside"));
  expect(aside).toMatchObject({ dropped: ["a"], step: { current: { wordId: "b" } } });
});

test("a finished session does not change", async () => {
  const { needs, store } = browser();
  const run = await startStudy(await needs(), words("a"), null);
  const measured = {
    responseTimeMs: 1,
    pausedTimeMs: 0,
    pauseCount: 0,
    focusLossDurationMs: 0,
    switchCount: 0,
  };
  await run.answer({ isCorrect: true }, measured);
  await run.send({ type: "next" });
  const before = await lastSession(store);
  expect(before?.step.current).toBeNull();
  expect(await changeUnfinished(store, leaves("a"))).toBe(0);
  expect(await lastSession(store)).toEqual(before);
});

import { expect, test } from "vitest";
import { studyWord } from "../study-session/testing/study-words.ts";
import type { Kit } from "./kit.ts";
import { duePortion, plannedWords } from "./planned-words.ts";

const at = Date.UTC(2026, 10, 22, 9);
const dayEndsAt = "2026-11-23T04:00:00.000Z";

function kitOf(ids: Record<string, "due" | "new" | "ahead">, uncounted: string[] = []): Kit {
  const words = Object.entries(ids).map(([id, kind]) => studyWord(id, { kind }));
  const plan = { due: 0, new: 0, expectedMinutes: 1, reviewedToday: 1, dayEndsAt };
  const counts = { uncounted, reviewed: 0 };
  return { fetchedAtMs: at, plan, words, ...counts };
}

function sessionOf(ids: Record<string, "due" | "new">, answered: readonly string[] = []) {
  const words = Object.entries(ids).map(([id, kind]) => [id, studyWord(id, { kind })] as const);
  return { words: Object.fromEntries(words), history: answered.map((wordId) => ({ wordId })) };
}

const idsOf = (words: ReturnType<typeof plannedWords>) => words.map(({ word }) => word.id);

test("due and new words follow, those of later days only on request", () => {
  const kit = kitOf({ a: "due", b: "new", c: "ahead" });
  expect(idsOf(plannedWords(kit, sessionOf({ a: "due" }), false))).toEqual(["b"]);
  expect(idsOf(plannedWords(kit, sessionOf({ a: "due" }), true))).toEqual(["b", "c"]);
});

test("a later kit with other new words does not make the day longer", () => {
  const session = sessionOf({ m: "new", n: "new", o: "new" }, ["m"]);
  const kit = kitOf({ a: "due", o: "new", p: "new", q: "new" });
  // Three are left for today: o and n, which are in the session, and one more.
  expect(idsOf(plannedWords(kit, session, false))).toEqual(["a", "p"]);
});

test("an unsent answer is not counted in the kit", () => {
  const session = sessionOf({ m: "new" }, ["m"]);
  expect(plannedWords(kitOf({ p: "new" }, ["m"]), session, false)).toEqual([]);
  expect(idsOf(plannedWords(kitOf({ p: "new" }), session, false))).toEqual(["p"]);
});

test("while the learner catches up, no more reviews follow than today's portion has left", () => {
  const kit = kitOf({ a: "due", b: "new", c: "due", d: "due" });
  expect(idsOf(plannedWords(kit, sessionOf({}), false, 2))).toEqual(["a", "b", "c"]);
  expect(idsOf(plannedWords(kit, sessionOf({}), false, 0))).toEqual(["b"]);
});

test("today's portion shrinks by the reviews done and by those in the session", () => {
  const nothing = sessionOf({});
  // The service reports one review today.
  expect(duePortion(kitOf({}), nothing, null, at)).toBe(Infinity);
  expect(duePortion(kitOf({}), nothing, 5, at)).toBe(4);
  expect(duePortion({ ...kitOf({}), reviewed: 2 }, nothing, 5, at)).toBe(2);
  const session = sessionOf({ a: "due", b: "due", c: "new" }, ["b"]);
  expect(duePortion(kitOf({}, ["b"]), session, 5, at)).toBe(3);
  expect(duePortion(kitOf({}), nothing, 1, at)).toBe(0);
});

test("on the next day the portion is whole again", () => {
  const kit = { ...kitOf({}), reviewed: 2 };
  expect(duePortion(kit, sessionOf({}), 5, Date.parse(dayEndsAt))).toBe(5);
});

import { expect, test } from "vitest";
import type { Kit } from "../kit/kit.ts";
import type { Answered, SessionState } from "./session-state.ts";
import { plannedWords } from "./planned-words.ts";
import { studyWord } from "./testing/study-words.ts";

const at = Date.UTC(2026, 10, 22, 9);

function kitOf(ids: Record<string, "due" | "new" | "ahead">, uncounted: string[] = []): Kit {
  const words = Object.entries(ids).map(([id, kind]) => studyWord(id, { kind }));
  const plan = { due: 0, new: 0, expectedMinutes: 1 };
  return { fetchedAtMs: at, plan, batchSize: 10, size: words.length, words, uncounted };
}

function sessionOf(ids: Record<string, "due" | "new">, answered: Record<string, number> = {}) {
  const words = Object.entries(ids).map(([id, kind]) => [id, studyWord(id, { kind })]);
  const history = Object.entries(answered).map(
    ([wordId, answeredAtMs]) => ({ wordId, answeredAtMs }) as Answered,
  );
  return { words: Object.fromEntries(words) as SessionState["words"], history };
}

const idsOf = (words: ReturnType<typeof plannedWords>) => words.map(({ word }) => word.id);

test("due and new words follow, those of later days only when they are asked for", () => {
  const kit = kitOf({ a: "due", b: "new", c: "ahead" });
  expect(idsOf(plannedWords(kit, sessionOf({ a: "due" }), false))).toEqual(["b"]);
  expect(idsOf(plannedWords(kit, sessionOf({ a: "due" }), true))).toEqual(["b", "c"]);
});

test("a later kit with other new words does not make the day longer", () => {
  const session = sessionOf({ m: "new", n: "new", o: "new" }, { m: at - 60_000 });
  const kit = kitOf({ a: "due", o: "new", p: "new", q: "new" });
  // Three are left for today: o and n, which the session holds, and one more.
  expect(idsOf(plannedWords(kit, session, false))).toEqual(["a", "p"]);
});

test("an answer that was not sent, however old, is not counted in the kit", () => {
  const session = sessionOf({ m: "new" }, { m: at - 7_200_000 });
  expect(plannedWords(kitOf({ p: "new" }, ["m"]), session, false)).toEqual([]);
  expect(idsOf(plannedWords(kitOf({ p: "new" }), session, false))).toEqual(["p"]);
});

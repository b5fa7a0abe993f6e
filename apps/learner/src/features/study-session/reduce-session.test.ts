import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaultSettings } from "../app-settings/app-settings.ts";
import { writtenKinds, type Direction } from "../question/question-kind.ts";
import { newSession, reduce, withoutWords, type SessionEvent } from "./reduce-session.ts";
import { leftOf, missesOf, progressOf, type SessionState } from "./session-state.ts";
import { studyWord } from "./testing/study-words.ts";

const asking = { kinds: defaultSettings.kinds, canSpeak: () => false };
const begin = (...words: ReturnType<typeof studyWord>[]) =>
  newSession({ id: "s1", startedAtMs: 0, practised: null }, words, asking);
const known = (count: number) =>
  Array.from({ length: count }, (_, index) => studyWord(`k${index}`, { kind: "due" }));

let answers = 0;
function answer(state: SessionState, isCorrect: boolean): SessionState {
  const wordId = state.step.current?.wordId ?? "";
  answers += 1;
  const id = `a${answers}`;
  return send(state, { type: "answer", answer: answerTo(wordId, id, isCorrect) });
}

const answerTo = (wordId: string, id: string, isCorrect: boolean) => ({
  id,
  wordId,
  isCorrect,
  kind: "word-to-meaning" as const,
  isLenient: false,
  given: null,
  confusedWith: isCorrect ? null : "other",
  selfRating: null,
  answeredAtMs: 1_000,
  responseTimeMs: 900,
});

const send = (state: SessionState, event: SessionEvent) => reduce(state, event, asking);
const next = (state: SessionState) => send(state, { type: "next" });
const asked = (state: SessionState) => state.step.current?.wordId;

describe("a session", () => {
  it("asks its words in order, each until it is answered right", () => {
    let state = begin(...known(2));
    expect(state.step.current).toMatchObject({ phase: "question", wordId: "k0" });
    state = answer(state, true);
    expect(state.step.current).toMatchObject({ phase: "feedback", wordId: "k0" });
    state = next(answer(next(state), true));
    expect(state.step.current).toBeNull();
    expect(progressOf(state)).toEqual({ done: 2, all: 2 });
  });

  it("asks the other way round once the learner turns it, and keeps a hint that was taken", () => {
    const turn = (direction: Direction) =>
      send(send(begin(...known(3)), { type: "hint" }), { type: "direction", direction });
    expect(turn("from_word").step.current).toMatchObject({
      wordId: "k0",
      kind: "word-to-meaning",
      hintUsed: true,
    });
    let state = turn("from_meaning");
    expect(state.step.current).toMatchObject({ wordId: "k0", kind: "meaning-to-word" });
    state = next(answer(state, true));
    expect(state.step.current).toMatchObject({ kind: "meaning-to-word" });
    // An answer that is on the screen stays as it was given.
    const answered = answer(state, true);
    const turned = send(answered, { type: "direction", direction: "from_word" });
    expect(turned.step).toEqual(answered.step);
    expect(next(turned).step.current).toMatchObject({ kind: "word-to-meaning" });
  });

  it("shows a new word before asking it", () => {
    let state = begin(studyWord("n1", { kind: "new" }));
    expect(state.step.current).toEqual({ phase: "introduction", wordId: "n1" });
    state = next(state);
    expect(state.step.current).toMatchObject({ phase: "question", wordId: "n1" });
  });

  it("asks a new word twice, after three other questions or those that are left", () => {
    const orderOf = (...words: ReturnType<typeof studyWord>[]) => {
      const order: (string | undefined)[] = [];
      for (let state = begin(...words); state.step.current !== null;) {
        if (state.step.current.phase === "question") order.push(asked(state));
        state = next(answer(state, true));
      }
      return order;
    };
    const fresh = ["n0", "n1", "n2", "n3"].map((id) => studyWord(id, { kind: "new" }));
    expect(orderOf(...fresh)).toEqual(["n0", "n1", "n2", "n3", "n0", "n1", "n2", "n3"]);
    expect(orderOf(...known(2), studyWord("n1", { kind: "new" }))).toEqual([
      ...["k0", "k1", "n1", "k0", "n1"],
    ]);
    expect(orderOf(studyWord("n1", { kind: "new" }))).toEqual(["n1", "n1"]);
  });

  it("counts a new word as done after two right answers, the last one not a choice", () => {
    const steps = (...given: boolean[]) => {
      let state = next(begin(studyWord("n1", { kind: "new" })));
      for (const isCorrect of given) state = next(answer(state, isCorrect));
      return progressOf(state).done;
    };
    expect(steps(true)).toBe(0);
    expect(steps(true, true)).toBe(1);
    expect(steps(false, true)).toBe(0);
    expect(steps(false, true, true)).toBe(1);
    // After a miss, it is recognized before it is recalled once more.
    expect(steps(true, false, true)).toBe(0);
    expect(steps(true, false, true, true)).toBe(1);
  });

  it("asks a new word from memory last, whatever was missed between", () => {
    const kindsAsked = (kinds: Partial<typeof defaultSettings.kinds>, ...missed: number[]) => {
      const given = { kinds: { ...defaultSettings.kinds, ...kinds }, canSpeak: () => false };
      const facts = { id: "s1", startedAtMs: 0, practised: null };
      let state = newSession(facts, [studyWord("n1", { kind: "new" })], given);
      const asked: string[] = [];
      while (state.step.current !== null) {
        const { current } = state.step;
        if (current.phase === "question") {
          const isCorrect = !missed.includes(asked.length);
          asked.push(writtenKinds.has(current.kind) ? "written" : current.kind);
          const to = answerTo("n1", `a${asked.length}`, isCorrect);
          state = reduce(state, { type: "answer", answer: { ...to, kind: current.kind } }, given);
        }
        state = reduce(state, { type: "next" }, given);
      }
      return asked.map((kind) => (/^(word|meaning)-to/.test(kind) ? "choice" : kind));
    };
    expect(kindsAsked({})).toEqual(["choice", "recall"]);
    expect(kindsAsked({}, 0)).toEqual(["choice", "choice", "recall"]);
    expect(kindsAsked({}, 1)).toEqual(["choice", "recall", "choice", "recall"]);
    expect(kindsAsked({ spelling: true }, 1)).toEqual(["choice", "written", "choice", "written"]);
    const cards = { "word-to-meaning": false, "meaning-to-word": false, recall: true };
    expect(kindsAsked(cards, 1)).toEqual(["recall", "recall", "recall"]);
  });

  it("recognizes the words that the session before missed, however firm they were", () => {
    const given = { ...asking, kinds: { ...asking.kinds, spelling: true } };
    const firm = (id: string) => {
      const state = { masteryLevel: 0.8 } as ReturnType<typeof studyWord>["state"];
      return { ...studyWord(id, {}), state };
    };
    const firstKinds = (practised: "session" | "slipping") =>
      Array.from({ length: 30 }, (_, run) => {
        const facts = { id: `s${run}`, startedAtMs: 0, practised };
        const { current } = newSession(facts, [firm("k0")], given).step;
        return current?.phase === "question" ? current.kind : undefined;
      });
    expect(firstKinds("session")).not.toContain("spelling");
    expect(firstKinds("slipping")).toContain("spelling");
  });

  it("asks a new word once more after an overruled rejection, too", () => {
    const rejected = answer(next(begin(studyWord("n1", { kind: "new" }))), false);
    const state = send(rejected, { type: "overrule" });
    expect(state.step).toMatchObject({ done: [], missed: [{ wordId: "n1", times: 0 }] });
    expect(progressOf(next(answer(next(state), true))).done).toBe(1);
  });

  it("repeats a missed word after three other questions, then after six", () => {
    let state = answer(begin(...known(14)), false);
    const order: (string | undefined)[] = [];
    for (let index = 0; index < 11; index += 1) {
      state = next(state);
      order.push(asked(state));
      state = answer(state, asked(state) !== "k0" || index > 4);
    }
    expect(order).toEqual(["k1", "k2", "k3", "k0", "k4", "k5", "k6", "k7", "k8", "k9", "k0"]);
    expect(missesOf(state, "k0")).toBe(2);
  });

  it("asks three words that are through before one that was missed last", () => {
    let state = begin(...known(5));
    for (let index = 0; index < 4; index += 1) state = next(answer(state, true));
    state = answer(state, false);
    const order: (string | undefined)[] = [];
    while (next(state).step.current !== null) {
      state = next(state);
      order.push(asked(state));
      state = answer(state, true);
    }
    expect(order).toEqual(["k0", "k1", "k2", "k4"]);
    expect(progressOf(state)).toEqual({ done: 5, all: 5 });
  });

  it("leaves a new word through that is asked between others and answered right", () => {
    const words = ["n0", "n1", "n2", "n3"].map((id) => studyWord(id, { kind: "new" }));
    let state = begin(...words);
    let through = 0;
    for (let step = 0; step < 40 && state.step.current !== null; step += 1) {
      const { current } = state.step;
      if (current.phase !== "question") state = next(state);
      else if (current.wordId === "n3" && missesOf(state, "n3") < 3) state = answer(state, false);
      else state = answer(state, true);
      expect(progressOf(state).done).toBeGreaterThanOrEqual(through);
      through = progressOf(state).done;
    }
    expect(state.step.current).toBeNull();
    expect(missesOf(state, "n3")).toBe(3);
  });

  it("asks finished words before a missed word if fewer than three are left", () => {
    const state = next(answer(next(answer(begin(...known(2)), true)), false));
    expect(asked(state)).toBe("k0");
    expect(asked(next(answer(state, true)))).toBe("k1");
  });

  it("asks a word to be recognized after a miss", () => {
    const kinds = { ...defaultSettings.kinds, "word-to-meaning": true, spelling: true };
    const ask = (event: SessionEvent, state: SessionState) =>
      reduce(state, event, { kinds, canSpeak: () => false });
    for (let run = 0; run < 30; run += 1) {
      const facts = { id: `s${run}`, startedAtMs: 0, practised: null };
      let state = newSession(facts, known(1), { kinds, canSpeak: () => false });
      state = ask({ type: "answer", answer: answerTo("k0", "a", false) }, state);
      const { current } = ask({ type: "next" }, state).step;
      expect(current).toMatchObject({ phase: "question", asked: 1 });
      expect(current).not.toMatchObject({ kind: "spelling" });
    }
  });

  it("repeats a missed word at once when no other word is left", () => {
    const state = next(answer(begin(...known(1)), false));
    expect(asked(state)).toBe("k0");
  });

  it("does not count an answer with a hint as known", () => {
    const state = answer(send(begin(...known(2)), { type: "hint" }), true);
    expect(state.step.done).toEqual([]);
    expect(leftOf(state)).toBe(2);
  });

  it("undoes an answer completely, even the last one", () => {
    const before = begin(...known(1));
    const after = next(answer(before, true));
    expect(send(after, { type: "undo" })).toEqual(before);
  });

  it("cannot undo an answer that was sent", () => {
    const after = answer(begin(...known(2)), false);
    const sealed = send(after, { type: "sent", ids: after.history.map(({ id }) => id) });
    expect(send(sealed, { type: "undo" })).toBe(sealed);
  });

  it("lets the learner overrule a rejection", () => {
    const state = send(answer(begin(...known(2)), false), { type: "overrule" });
    expect(state.history.at(-1)).toMatchObject({ isCorrect: true, isLenient: true });
    expect(state.step).toMatchObject({ done: ["k0"], missed: [] });
  });

  it("goes on when the word on the screen is dropped", () => {
    const state = withoutWords(begin(...known(2)), ["k0"], asking);
    expect(asked(state)).toBe("k1");
    expect(withoutWords(state, ["k1"], asking).step.current).toBeNull();
  });

  it("asks a skipped word later, without an answer", () => {
    const state = send(begin(...known(2)), { type: "skip" });
    expect(asked(state)).toBe("k1");
    expect(state.history).toEqual([]);
    expect(asked(next(answer(state, true)))).toBe("k0");
  });

  it("does not skip the only word left", () => {
    const state = begin(...known(1));
    expect(send(state, { type: "skip" })).toBe(state);
  });

  it("asks a skipped word that was missed as late as after a first miss", () => {
    let state = next(answer(begin(...known(9)), false));
    for (let index = 0; index < 3; index += 1) state = next(answer(state, true));
    expect(asked(state)).toBe("k0");
    state = send(state, { type: "skip" });
    const order: (string | undefined)[] = [];
    for (let index = 0; index < 4; index += 1) {
      order.push(asked(state));
      state = next(answer(state, true));
    }
    expect(order).toEqual(["k4", "k5", "k6", "k0"]);
  });

  it("shows at once that a word is a favorite", () => {
    const mark = (state: SessionState, act: "favorite" | "unfavorite") =>
      send(state, { type: "act", id: "act1", act, wordId: "k0" });
    const state = mark(begin(...known(1)), "favorite");
    expect(state.words["k0"]?.favorite).toBe(true);
    expect(mark(state, "unfavorite").words["k0"]?.favorite).toBe(false);
  });
});

/** Any order of acts, with reloads in between. */
const act = fc.constantFrom("right", "wrong", "next", "undo", "hint", "drop", "overrule", "skip");

describe("every session", () => {
  it("loses no word, asks a completed word only before a missed one, keeps each answer", () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 80 }), fc.nat(5), (acts, newWords) => {
        const first = Array.from({ length: newWords }, (_, at) =>
          studyWord(`n${at}`, { kind: "new" }),
        );
        let state = begin(...known(3), ...first);
        acts.forEach((kind) => {
          state = JSON.parse(JSON.stringify(happens(state, kind))) as SessionState;
          const { queue, missed, introduced, done, current } = state.step;
          const open = [...queue, ...missed.map(({ wordId }) => wordId), ...introduced];
          const places = new Set([...open, ...done, ...(current === null ? [] : [current.wordId])]);
          expect([...places].toSorted()).toEqual(Object.keys(state.words).toSorted());
          expect(new Set(done).size).toBe(done.length);
          if (current?.phase === "question" && missed.length === 0) {
            expect(done).not.toContain(current.wordId);
          }
          if (current === null) expect(open).toEqual([]);
          expect(new Set(state.history.map(({ id }) => id)).size).toBe(state.history.length);
        });
      }),
      { numRuns: 300 },
    );
  });

  it("ends after right answers, from any state", () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 40 }), (acts) => {
        let state = begin(...known(3), studyWord("n1", { kind: "new" }));
        acts.forEach((kind) => (state = happens(state, kind)));
        for (let steps = 0; state.step.current !== null; steps += 1) {
          expect(steps).toBeLessThan(200);
          state = state.step.current.phase === "question" ? answer(state, true) : next(state);
        }
        const { done, all } = progressOf(state);
        expect(done).toBe(all);
      }),
    );
  });
});

function happens(state: SessionState, kind: string): SessionState {
  const wordId = state.step.current?.wordId ?? "";
  switch (kind) {
    case "right":
    case "wrong":
      return answer(state, kind === "right");
    case "drop":
      return withoutWords(state, [wordId], asking);
    default:
      return send(state, { type: kind } as SessionEvent);
  }
}

import { describe, expect, it } from "vitest";
import { createStopWatch } from "./measure.ts";
import { summaryOf } from "./summary.ts";
import type { Answered, SessionState } from "./session-state.ts";
import { studyWord } from "./testing/study-words.ts";

function watch() {
  let nowMs = 1_000;
  const made = createStopWatch(() => nowMs);
  return { ...made, passes: (ms: number) => (nowMs += ms) };
}

describe("the stopwatch", () => {
  it("runs from the first paint of the question", () => {
    const it = watch();
    it.passes(700);
    it.start();
    it.passes(1_234.6);
    expect(it.read()).toEqual({
      responseTimeMs: 1_235,
      pausedTimeMs: 0,
      pauseCount: 0,
      focusLossDurationMs: 0,
      switchCount: 0,
    });
  });

  it("stops while the page is hidden, and counts the interruption", () => {
    const it = watch();
    it.start();
    it.passes(500);
    for (const ms of [2_000, 3_000]) {
      it.hidden();
      it.hidden();
      it.passes(ms);
      it.visible();
      it.visible();
      it.passes(100);
    }
    expect(it.read()).toMatchObject({
      responseTimeMs: 700,
      focusLossDurationMs: 5_000,
      switchCount: 2,
    });
  });

  it("reads correctly while the page is still hidden", () => {
    const it = watch();
    it.start();
    it.passes(400);
    it.hidden();
    it.passes(9_000);
    expect(it.read()).toMatchObject({ responseTimeMs: 400, focusLossDurationMs: 9_000 });
  });

  it("counts a long silence as a pause", () => {
    const it = watch();
    it.start();
    it.passes(3_600_000);
    expect(it.read()).toMatchObject({
      responseTimeMs: 60_000,
      pausedTimeMs: 3_540_000,
      pauseCount: 1,
    });
  });

  it("does not count thinking and typing as a pause", () => {
    const it = watch();
    it.start();
    for (let minute = 0; minute < 3; minute += 1) {
      it.passes(50_000);
      it.active();
    }
    expect(it.read()).toMatchObject({ responseTimeMs: 150_000, pausedTimeMs: 0, pauseCount: 0 });
  });

  it("counts each long silence as a separate pause", () => {
    const it = watch();
    it.start();
    for (const ms of [70_000, 10_000, 90_000]) {
      it.passes(ms);
      it.active();
    }
    it.passes(65_000);
    expect(it.read()).toMatchObject({
      responseTimeMs: 190_000,
      pausedTimeMs: 45_000,
      pauseCount: 3,
    });
  });

  it("does not count a blur of the window as a pause", () => {
    const it = watch();
    it.start();
    it.passes(20_000);
    it.hidden();
    it.passes(3_600_000);
    it.visible();
    it.passes(50_000);
    expect(it.read()).toMatchObject({
      responseTimeMs: 70_000,
      pausedTimeMs: 0,
      focusLossDurationMs: 3_600_000,
    });
  });

  it("starts over with each question", () => {
    const it = watch();
    it.hidden();
    it.passes(500);
    it.start();
    it.passes(100);
    expect(it.read()).toMatchObject({ responseTimeMs: 100, focusLossDurationMs: 0 });
  });
});

/** A session with these answers, ten seconds apart. */
function sessionOf(...answers: readonly (readonly [string, boolean, number?])[]): SessionState {
  const history = answers.map(([wordId, isCorrect, responseTimeMs = 1_000], at): Answered => ({
    id: `a${at}`,
    wordId,
    isCorrect,
    responseTimeMs,
    kind: "recall",
    isLenient: false,
    given: null,
    selfRating: null,
    before: null,
    confusedWith: isCorrect ? null : "relaxed",
    answeredAtMs: at * 10_000,
  }));
  const words = { w1: studyWord("w1", {}), n1: studyWord("n1", { kind: "new" as const }) };
  return { history, words } as Partial<SessionState> as SessionState;
}

describe("the summary", () => {
  it("lists the words that got firmer and those that slipped", () => {
    const session = sessionOf(["w1", true], ["n1", false], ["n1", true]);
    expect(summaryOf(session)).toMatchObject({
      answers: 3,
      right: 2,
      firmed: ["w1"],
      met: ["n1"],
      slipped: [{ wordId: "n1", isNew: true, confusedWith: ["relaxed"] }],
    });
  });

  it("names every word that a missed one was taken for, once", () => {
    const session = sessionOf(["w1", false], ["w1", false], ["w1", false], ["w1", false]);
    const taken = ["kill", "give", "kill", null];
    const history = session.history.map((entry, at) => ({
      ...entry,
      confusedWith: taken[at] ?? null,
    }));
    const { slipped } = summaryOf({ ...session, history });
    expect(slipped).toEqual([{ wordId: "w1", isNew: false, confusedWith: ["kill", "give"] }]);
  });

  it("does not count a long break as study", () => {
    const session = sessionOf(["w1", true], ["n1", true]);
    const [first, second] = session.history;
    const later = { ...second!, answeredAtMs: 3_600_000 };
    expect(summaryOf({ ...session, history: [first!, later] }).seconds).toBe(121);
    expect(summaryOf(session).seconds).toBe(11);
  });

  it("reports how much slower answers got, given enough of them", () => {
    const answers = Array.from({ length: 12 }, (_, at) => ["w1", true, at < 8 ? 1_000 : 1_500]);
    expect(summaryOf(sessionOf(...(answers as ["w1", true, number][]))).slowing).toBe(0.5);
    expect(summaryOf(sessionOf(["w1", true])).slowing).toBeNull();
  });

  it("reports zeros for an empty session", () => {
    expect(summaryOf(sessionOf())).toEqual({
      answers: 0,
      words: 0,
      right: 0,
      firmed: [],
      slipped: [],
      met: [],
      seconds: 0,
      slowing: null,
    });
  });
});

import { describe, expect, it } from "vitest";
import type { SampleWord, StudyAnswer } from "@wordloom/contract";
import { choicesOf, recalledAnswer } from "./first-answer.ts";
import {
  answered,
  answeredAtWelcome,
  beginFirstWords,
  currentOf,
  metWord,
  progressOf,
  unmetOf,
  type FirstWords,
} from "./first-words.ts";

const options = {
  options: ["a", "b", "c", "d"],
  wordIds: [null, null, null, null],
  correctIndex: 0,
};
const word = (n: number, hasOptions = true): SampleWord => ({
  word: {
    id: `w${n}`,
    text: `word${n}`,
    meaning: `meaning ${n}`,
    pronunciation: null,
    partOfSpeech: null,
    difficulty: n / 10,
    examples: [],
    tags: [],
    createdAt: "2026-11-28T12:00:00.000Z",
    language: "en",
    meaningLanguage: "en",
    reading: null,
    exampleMeanings: [],
    audioUrl: null,
    ownerId: null,
    ownFields: [],
    basedOn: null,
  },
  options: {
    "word-to-meaning": hasOptions ? options : null,
    "meaning-to-word": hasOptions ? options : null,
  },
  otherOptions: { "word-to-meaning": null, "meaning-to-word": null },
});
const begun = (count = 10) =>
  beginFirstWords(
    Array.from({ length: count }, (_, n) => word(n)),
    { id: "v1", language: "en", meaningLanguage: "en" },
  );

const answerTo = (state: FirstWords, isCorrect: boolean): StudyAnswer => ({
  clientRecordId: `r${state.answers.length}`,
  wordId: currentOf(state)?.entry.word.id ?? "",
  isCorrect,
  responseTimeMs: 900,
  answeredAt: "2026-11-28T12:00:00.000Z",
  ...modeOf(currentOf(state)?.step.kind),
});
type Kind = FirstWords["steps"][number]["kind"];
const modeOf = (kind: Kind = "recall") =>
  kind === "meet" || kind === "recall" ? {} : { questionMode: kind };

/** What is asked until the end, as `kind index`, missing the questions of these numbers. */
function played(start: FirstWords, missed: readonly number[] = []) {
  const seen: string[] = [];
  let state = start;
  for (let shown = currentOf(state); shown !== undefined; shown = currentOf(state)) {
    seen.push(`${shown.step.kind} ${shown.step.at}`);
    const isMeeting = shown.step.kind === "meet";
    const isCorrect = !missed.includes(state.answers.length);
    state = isMeeting ? metWord(state) : answered(state, answerTo(state, isCorrect));
  }
  return { seen, state };
}

describe("the first words", () => {
  it("are each shown, chosen, then recalled, with other questions in between", () => {
    const { seen, state } = played(begun());
    expect(seen.slice(0, 9)).toEqual([
      "meet 0",
      "word-to-meaning 0",
      "meet 1",
      "word-to-meaning 1",
      "meet 2",
      "word-to-meaning 2",
      "meet 3",
      "word-to-meaning 3",
      "recall 0",
    ]);
    expect(seen).toHaveLength(30);
    expect(new Set(seen).size).toBe(30);
    expect(state.answers).toHaveLength(20);
    expect(progressOf(state)).toEqual({ done: 10, all: 10, share: 1 });
  });

  it("bring the bar forward with each step but a missed one, and count words as they end", () => {
    let state = begun();
    const shares: number[] = [];
    for (let shown = currentOf(state); shown !== undefined; shown = currentOf(state)) {
      const isMeeting = shown.step.kind === "meet";
      const isCorrect = state.answers.length !== 1;
      state = isMeeting ? metWord(state) : answered(state, answerTo(state, isCorrect));
      shares.push(Math.round(progressOf(state).share * 30));
      if (shares.length === 9) expect(progressOf(state)).toMatchObject({ done: 0, all: 10 });
    }
    const steps = Array.from({ length: 30 }, (_, n) => n + 1);
    expect(shares).toEqual(steps.toSpliced(3, 0, 3));
  });

  it("come back after another word, even the last one, which then repeats an earlier one", () => {
    // The second question to the tenth word is the twentieth.
    const { seen, state } = played(begun(), [19, 21]);
    expect(seen.slice(-5)).toEqual([
      "recall 9",
      "word-to-meaning 0",
      "recall 9",
      "word-to-meaning 1",
      "recall 9",
    ]);
    expect(progressOf(state)).toEqual({ done: 10, all: 10, share: 1 });
  });

  it("are never asked about one twice in a row, whichever are missed", () => {
    for (let first = 0; first < 20; first += 1) {
      for (let second = first + 1; second < 24; second += 1) {
        const { seen } = played(begun(), [first, second]);
        const asked = seen.map((step) => (step.startsWith("meet") ? "" : step.slice(-1)));
        const twice = asked.filter((word, at) => word !== "" && word === asked[at - 1]);
        expect({ first, second, twice }).toEqual({ first, second, twice: [] });
        expect(new Set(asked).size).toBe(11);
      }
    }
  });

  it("ask the only word again at once", () => {
    expect(played(begun(1), [1]).seen.slice(-2)).toEqual(["recall 0", "recall 0"]);
  });

  it("come back after three other steps when missed, until they are right", () => {
    const { seen, state } = played(begun(), [0, 2]);
    expect(seen.flatMap((step, at) => (step === "word-to-meaning 0" ? [at] : []))).toEqual([
      1, 5, 9,
    ]);
    expect(state.answers).toHaveLength(22);
  });

  it("have other wrong options when asked again", () => {
    const others = { ...options, options: ["a", "x", "y", "z"] };
    const offered = { "word-to-meaning": others, "meaning-to-word": others };
    const entry = { ...word(0), otherOptions: offered };
    const textsOf = (asked: number) =>
      choicesOf(entry, "meaning-to-word", asked)
        .map(({ text }) => text)
        .toSorted();
    expect([textsOf(0), textsOf(1)]).toEqual([options.options, others.options]);
  });

  it("need no introduction for the word that the visitor knew on the welcome screen", () => {
    const start = begun();
    const known = answeredAtWelcome(start, answerTo(start, true));
    expect(played(known).seen[0]).toBe("meet 1");
    expect(unmetOf(known)).toBe(9);
    const missed = answeredAtWelcome(start, answerTo(start, false));
    expect(played(missed).seen.slice(0, 2)).toEqual(["meet 0", "word-to-meaning 0"]);
    expect(unmetOf(missed)).toBe(10);
  });

  it("are only recalled where there are too few words for options", () => {
    const bare = beginFirstWords([word(0, false)], {
      id: "v1",
      language: "en",
      meaningLanguage: "en",
    });
    expect(played(bare).seen).toEqual(["meet 0", "recall 0"]);
  });

  it("go on with the questions that an earlier version of the app planned", () => {
    const start = begun(2);
    const steps = [{ kind: "meaning-to-word", at: 0 } as const, { kind: "recall", at: 1 } as const];
    expect(played({ ...start, steps }).seen).toEqual(["meaning-to-word 0", "recall 1"]);
  });

  it("are recalled in the form that the service accepts, without a kind of question", () => {
    const measured = {
      responseTimeMs: 900,
      pausedTimeMs: 0,
      pauseCount: 0,
      focusLossDurationMs: 0,
      switchCount: 0,
    };
    const facts = { id: "r1", nowMs: 0, measured };
    const forgotten = recalledAnswer(word(0), 0, facts);
    expect(forgotten).toMatchObject({ wordId: "w0", isCorrect: false, selfRating: 0 });
    expect(forgotten).not.toHaveProperty("questionMode");
    expect(recalledAnswer(word(0), 2, facts)).toMatchObject({ isCorrect: true, selfRating: 2 });
  });

  it("keep the answers to words of a language that the visitor tried before", () => {
    const start = begun();
    const tried = { ...answeredAtWelcome(start, answerTo(start, true)), account: "ada" };
    const facts = { id: "v2", language: "es", meaningLanguage: "en" };
    const turned = beginFirstWords([word(20), word(21)], facts, tried);
    expect(turned).toMatchObject({ id: "v1", language: "es", account: "ada" });
    expect(progressOf(turned)).toEqual({ done: 0, all: 2, share: 0 });
    const known = answeredAtWelcome(turned, answerTo(turned, true));
    expect(known.answers.map(({ wordId }) => wordId)).toEqual(["w0", "w20"]);
    expect(currentOf(known)?.entry.word.id).toBe("w21");
  });

  it("are asked on, however many are missed: nothing runs out", () => {
    const all = Array.from({ length: 200 }, (_, n) => n);
    const { seen, state } = played(begun(), all);
    expect(state.answers.filter(({ isCorrect }) => !isCorrect)).toHaveLength(200);
    expect(seen.length).toBeGreaterThan(200);
    expect(progressOf(state)).toEqual({ done: 10, all: 10, share: 1 });
  });

  it("ignore an answer while a word is shown", () => {
    const start = begun();
    expect(answered(start, answerTo(start, true))).toBe(start);
  });
});

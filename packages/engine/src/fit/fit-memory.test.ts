import {
  computeParameters,
  FSRSBindingItem,
  FSRSBindingReview,
} from "@open-spaced-repetition/binding";
import { describe, expect, it } from "vitest";
import { WEIGHT_COUNT } from "../argument-checks.ts";
import { nextReviewAtMs } from "../interval/next-review.ts";
import { solveOptimalIntervals } from "../interval/ssp-solve.ts";
import { hash32 } from "../numeric/random.ts";
import type { WordMemory } from "../memory/word-memory.ts";
import { defaultParameters, withParameters } from "../parameters/parameters.ts";
import { validateParameters } from "../parameters/validate.ts";
import { processAnswer } from "../process-answer.ts";
import { type History, replay } from "../replay.ts";
import { START_MS } from "../testing/scripted-learner.ts";
import { simulatedHistory } from "../testing/simulated-history.ts";
import { applyFit } from "./apply-fit.ts";
import { fitLoss } from "./fit-loss.ts";
import { fitMemory, meanLoss, optimize } from "./fit-memory.ts";
import { fitData } from "./fit-sequence.ts";

// What we check: that the gradient agrees with finite differences, that the fit is as good as that
// of the reference optimizer, and the effects of an accepted or refused fit.
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const parameters = defaultParameters();
const unregularized = withParameters(parameters, {
  "featureFlags.shortTermEnabled": false,
  "fit.shrinkage": 0,
  "fit.recencyFloor": 1,
  "fit.maxIterations": 200,
});
const TRUE_WEIGHT_COUNT = parameters.memoryModel.w.map((weight, i) =>
  i < 4 ? 2.5 * weight : weight,
);
const history = simulatedHistory(TRUE_WEIGHT_COUNT, 150, 3);

function evenly(targets: number): Float64Array {
  return new Float64Array(targets).fill(1 / targets);
}

describe("the loss of a fit", () => {
  it.each([
    ["the core alone", unregularized],
    [
      "with the short-term component, a floor and damped updates",
      withParameters(parameters, {
        "memoryModel.forgettingCurveFloor": 0.05,
        "memoryModel.alphaMin": 0.5,
        "memoryModel.alphaScale": 0.8,
      }),
    ],
  ])("has the gradient of its central differences: %s", (_name, rules) => {
    const data = fitData(history, rules);
    const loss = fitLoss(data, evenly(data.targets), rules.memoryModel.forgettingCurveFloor);
    const nearby = (x: number, i: number) => x * (1 + 0.1 * hash32(1, i, 0, "w"));
    const w = Float64Array.from(rules.memoryModel.w, nearby);
    const gradient = new Float64Array(WEIGHT_COUNT);
    loss.evaluate(w, gradient);
    const ignored = new Float64Array(WEIGHT_COUNT);
    for (let i = 0; i < WEIGHT_COUNT; i++) {
      const step = 1e-5 * Math.max(0.1, w[i] as number);
      const at = (change: number) => loss.evaluate(w.with(i, (w[i] as number) + change), ignored);
      const difference = (at(step) - at(-step)) / (2 * step);
      expect(gradient[i]).toBeCloseTo(difference, 6);
    }
  });
});

/** The same reviews in the format of the reference optimizer: one item per target, in days. */
function bindingItems(from: History): FSRSBindingItem[] {
  const reviews = new Map<string, { grade: number; days: number; atMs: number }[]>();
  const items: FSRSBindingItem[] = [];
  for (const answer of from.answers) {
    const earlier = reviews.get(answer.wordId) ?? [];
    const last = earlier.at(-1);
    const days = last === undefined ? 0 : (answer.atMs - last.atMs) / DAY_MS;
    const all = [...earlier, { grade: answer.grade ?? 3, days, atMs: answer.atMs }];
    reviews.set(answer.wordId, all);
    if (days === 0) continue;
    items.push(new FSRSBindingItem(all.map((r) => new FSRSBindingReview(r.grade, r.days))));
  }
  return items;
}

describe("optimize", () => {
  it("fits at least as well as the reference optimizer, within 0.0005", async () => {
    const data = fitData(history, unregularized);
    const equalWeights = evenly(data.targets);
    const unitWeights = new Float64Array(data.targets).fill(1);
    const start = unregularized.memoryModel.w;
    const fitted = optimize(data, unitWeights, start, unregularized);
    const reference = await computeParameters(bindingItems(history), { enableShortTerm: true });
    const lossOf = (w: readonly number[]) => meanLoss(data, equalWeights, w, unregularized);
    expect(lossOf(fitted)).toBeLessThan(lossOf(reference) + 0.0005);
    expect(lossOf(fitted)).toBeLessThan(lossOf(start));
  });

  it("fits only the first stabilities on little data, and keeps them ascending", () => {
    const few = { ...history, answers: history.answers.slice(0, 130) };
    const data = fitData(few, parameters);
    expect(data.targets).toBeLessThan(parameters.fit.fullFitReviews);
    const fitted = optimize(data, evenly(data.targets), parameters.memoryModel.w, parameters);
    expect(fitted.slice(4)).toEqual(parameters.memoryModel.w.slice(4));
    expect(fitted.slice(0, 4)).toEqual(fitted.slice(0, 4).toSorted((a, b) => a - b));
  });
});

describe("fitMemory", () => {
  const options = { nowMs: 0, current: null };

  it("accepts weights that predict the held-out reviews better", () => {
    const fitted = fitMemory(history, parameters, options);
    expect(fitted.accepted).toBe(true);
    expect(fitted.logLossAfter).toBeLessThan(fitted.logLossBefore);
    expect(fitted.weights[0]).toBeGreaterThan(parameters.memoryModel.w[0] as number);
  });

  // If Good is fitted above Easy, both are pooled; rounding left them out of order.
  it.each([500, 600, 1000])("returns weights that are a legal configuration: %d answers", (n) => {
    const answers = Array.from({ length: n }, (_, i) => ({
      wordId: `w${(7 * i) % 40}`,
      atMs: START_MS + 5 * i * HOUR_MS,
      isCorrect: (31 * i) % 10 < 7,
      responseTimeMs: 1500 + ((977 * i) % 4000),
      utcOffsetMinutes: 0,
      dayStartHour: 4,
    }));
    const { weights } = fitMemory({ ...history, answers }, parameters, options);
    expect(weights[2]).toBeCloseTo(weights[3] as number);
    const memoryModel = { ...parameters.memoryModel, w: weights };
    expect(validateParameters({ memoryModel })).toMatchObject({ ok: true });
  });

  it("refuses when there are too few reviews", () => {
    const few = { ...history, answers: history.answers.slice(0, 40) };
    const fitted = fitMemory(few, parameters, options);
    expect(fitted).toMatchObject({ accepted: false, reason: "too_few_reviews" });
    expect(fitted.weights).toEqual(parameters.memoryModel.w);
  });

  it("refuses weights that predict the held-out reviews worse", () => {
    const misleading = { ...history, answers: history.answers.map(inverted) };
    const fitted = fitMemory(misleading, parameters, { nowMs: 0, current: TRUE_WEIGHT_COUNT });
    expect(fitted).toMatchObject({ accepted: false, reason: "held_out_worse" });
    expect(fitted.weights).toEqual(TRUE_WEIGHT_COUNT);
  });
});

/** Inverts the outcomes of the earlier part, so that a fit to it predicts the later part worse. */
function inverted(answer: History["answers"][number], i: number): History["answers"][number] {
  const early = i < 0.6 * history.answers.length;
  return early ? { ...answer, isCorrect: !answer.isCorrect } : answer;
}

describe("applyFit", () => {
  const { learner, memories } = replay(history, parameters);
  const fitted = fitMemory(history, parameters, { nowMs: 0, current: null });

  it("recomputes the memories and changes nothing else of the learner", () => {
    const applied = applyFit(learner, fitted, history, parameters);
    const { fit: _before, ...restBefore } = learner;
    const { fit, ...rest } = applied.learner;
    expect(rest).toEqual(restBefore);
    expect(fit).toMatchObject({ weights: fitted.weights, reviews: learner.fit.targets });
    const changed = Object.keys(memories).filter(
      (id) => applied.memories[id]?.trace?.stability !== memories[id]?.trace?.stability,
    );
    expect(changed.length).toBe(Object.keys(memories).length);
    expect(applied.memories["w1"]?.attempts).toBe(memories["w1"]?.attempts);
  });

  it("makes no word due before its last answer in any question mode", () => {
    const modes = withParameters(parameters, { "featureFlags.multiTraceEnabled": true });
    const wrong = { wordId: "w", isCorrect: false, responseTimeMs: 4000 };
    const day = { utcOffsetMinutes: 0, dayStartHour: 4 };
    const answers = [
      { ...wrong, ...day, atMs: START_MS },
      { ...wrong, ...day, atMs: START_MS + 40 * DAY_MS, mode: "meaning-to-word" as const },
    ];
    const twoModes = { ...history, answers };
    const replayed = replay(twoModes, modes).learner;
    const memory = applyFit(replayed, fitted, twoModes, modes).memories["w"];
    expect(memory?.dueAtMs).toBe(START_MS + 40 * DAY_MS + 60_000);
    expect(memory?.intervalSecs).toBe(60);
  });

  it("schedules by the given optimal intervals if these are enabled", () => {
    const fields = { "featureFlags.sspEnabled": true, "ssp.base": 1.3, "ssp.rStep": 0.05 };
    const optimal = withParameters(parameters, fields);
    const policy = solveOptimalIntervals(fitted.weights, optimal);
    const applied = applyFit(learner, fitted, history, optimal, { sspPolicy: policy });
    const withoutPolicy = applyFit(learner, fitted, history, optimal);
    const moved = Object.values(applied.memories).map((memory) => {
      const context = { word: history.words[memory.wordId]!, wordRating: null };
      const lastAtMs = memory.trace?.lastAtMs ?? 0;
      const withPolicy = { ...context, sspPolicy: policy };
      expect(memory.dueAtMs).toBe(
        nextReviewAtMs(applied.learner, memory, lastAtMs, optimal, withPolicy).atMs,
      );
      return memory.dueAtMs !== withoutPolicy.memories[memory.wordId]?.dueAtMs;
    });
    expect(moved).toContain(true);
    expect(applyFit(learner, fitted, history, parameters, { sspPolicy: policy })).toEqual(
      applyFit(learner, fitted, history, parameters),
    );
  });

  it("only postpones the next fit when refused, and still reports answer costs", () => {
    const refused = { ...fitted, accepted: false };
    const applied = applyFit(learner, refused, history, parameters);
    expect(applied.memories).toEqual({});
    expect(applied.learner).toEqual({
      ...learner,
      fit: { ...learner.fit, reviews: learner.fit.targets, costs: fitted.costs },
    });
  });
});

describe("a word named like a property of every object", () => {
  it.each(["constructor", "toString", "__proto__"])(
    "needs no facts, as any other: %s",
    (wordId) => {
      const [first] = history.answers;
      const answers = [{ ...(first as History["answers"][number]), wordId }];
      const bare = { seed: 1, startMs: START_MS, answers, words: {} };
      expect(fitMemory(bare, parameters, { nowMs: 0, current: null }).reason).toBe(
        "too_few_reviews",
      );
      expect(Object.keys(replay(bare, parameters).memories)).toEqual([wordId]);
    },
  );
});

describe("a replay with fitted weights", () => {
  it("leaves the learner as applyFit does, so that no other fit is due at once", () => {
    const fitted = fitMemory(history, parameters, { nowMs: 0, current: null });
    const { learner, memories } = replay(history, parameters, { fitted });
    const applied = applyFit(replay(history, parameters).learner, fitted, history, parameters);
    expect(learner.fit).toEqual(applied.learner.fit);
    const answer = history.answers.at(-1) as History["answers"][number];
    const later = { ...answer, atMs: answer.atMs + DAY_MS };
    const word = history.words[answer.wordId] as History["words"][string];
    const memory = memories[answer.wordId] as WordMemory;
    const context = { word, wordRating: null };
    expect(processAnswer(learner, memory, later, parameters, context).fitDue).toBe(false);
  });
});

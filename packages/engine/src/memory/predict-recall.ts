import type { Context, Mode, WordFacts } from "../answer.ts";
import type { LearnerState } from "../learner-state/learner-types.ts";
import { coreFor, type Model, modelOf } from "../model.ts";
import type { Parameters } from "../parameters/parameters.ts";
import { type HeadLine, headLine, type Signals } from "./correction-head.ts";
import { type Core, longTermRecall } from "./fsrs-core.ts";
import { sessionSignals, wordSignals } from "./head-signals.ts";
import { interferenceShift } from "./interference.ts";
import { BORROWED_LOGIT, traceFor } from "./mode-traces.ts";
import { readOutOf } from "./read-out.ts";
import { type RecallCurve, recallAt } from "./recall-curve.ts";
import type { Blend } from "./short-term.ts";
import { isSameDay, pauseDays } from "./trace-update.ts";
import type { Trace, WordMemory } from "./word-memory.ts";

export type Variant = "answer" | "schedule";

export interface PredictOptions {
  /**
   * "answer": everything known the moment before a question. "schedule": a curve over future
   * time, without signals of the running session. Absent: "answer".
   */
  variant?: Variant;
  mode?: Mode;
  context?: Context;
}

/**
 * Probability that the learner recalls a word at an instant.
 *
 * @returns in (0, 1]; the prior of a first answer when the word was never asked
 */
export function predictRecall(
  learner: LearnerState,
  memory: WordMemory,
  atMs: number,
  parameters: Parameters,
  options: PredictOptions = {},
): number {
  const mode = options.mode ?? "word-to-meaning";
  const { trace, borrowed } = traceFor(memory, mode, parameters);
  if (trace === null) return parameters.mastery.firstPrior;
  const model = modelOf(parameters);
  const core = coreFor(learner, parameters, model);
  const facts = options.context?.word ?? null;
  const view: View = { learner, memory, trace, parameters, model, core, facts, borrowed };
  const schedule = options.variant === "schedule";
  const curve = schedule
    ? scheduleCurve(view)
    : answerCurve(view, atMs, options.context ?? null);
  return recallAt(curve, pauseDays(trace, atMs));
}

/** Everything a curve is made of. */
export interface View {
  learner: LearnerState;
  memory: WordMemory;
  trace: Trace;
  parameters: Parameters;
  model: Model;
  core: Core;
  facts: WordFacts | null;
  /** The trace belongs to another question mode. */
  borrowed: boolean;
}

/** The curve of a trace; without the short-term component the core alone. */
export function blendOf(trace: Trace, core: Core, model: Model, shortTerm: boolean): Blend {
  return {
    core,
    stability: trace.stability,
    encoded: shortTerm ? trace.encoded : 1,
    buffer: trace.buffer,
    tauDays: model.taus[trace.sameDay] as number,
    nightDays: model.nightDays,
  };
}

export function isCorrected(parameters: Parameters): boolean {
  return parameters.featureFlags.correctionEnabled && parameters.correction.cap > 0;
}

/** The curve used for planning: it never rises with time, whatever the head has learned. */
export function scheduleCurve(view: View): RecallCurve {
  return curveWith(view, scheduleLine(view, wordSignalsOf(view)), 0);
}

/** Session signals stand at their learned averages: the future has no session yet. */
export function scheduleLine(view: View, word: readonly number[] | null): HeadLine | null {
  if (word === null) return null;
  const { head } = view.learner;
  return headLine(head.long, view.model.headPrior, { word, session: head.sessionMeans });
}

export function wordSignalsOf(view: View): number[] | null {
  return isCorrected(view.parameters) ? wordSignals(view.learner, view.memory) : null;
}

/** The signals of the answer variant: those of the word, then those of the session. */
export function answerSignals(view: View, word: readonly number[], atMs: number): Signals {
  return { word, session: sessionSignals(view.learner, atMs, view.parameters.fatigueDecay) };
}

function answerCurve(view: View, atMs: number, context: Context | null): RecallCurve {
  const word = wordSignalsOf(view);
  const line = word === null ? null : answerLine(view, answerSignals(view, word, atMs), atMs);
  return curveWith(view, line, interferenceShift(view, context, atMs));
}

export function answerLine(view: View, signals: Signals, atMs: number): HeadLine {
  const { learner, parameters, trace } = view;
  const set = isSameDay(trace, atMs, parameters) ? learner.head.short : learner.head.long;
  return headLine(set, view.model.headPrior, signals);
}

export function curveWith(view: View, line: HeadLine | null, shift: number): RecallCurve {
  const { parameters, trace, memory } = view;
  const shortTerm = parameters.featureFlags.shortTermEnabled;
  return {
    blend: blendOf(trace, view.core, view.model, shortTerm),
    line,
    cap: parameters.correction.cap,
    shift: view.borrowed ? shift + BORROWED_LOGIT : shift,
    readOut: readOutOf(parameters.memoryModel, view.facts, memory.attempts),
  };
}

/** What the population's curve expects of this trace; the yardstick of memory capacity. */
export function populationRecall(trace: Trace, atMs: number, model: Model): number {
  return longTermRecall(model.core, pauseDays(trace, atMs), trace.stability);
}

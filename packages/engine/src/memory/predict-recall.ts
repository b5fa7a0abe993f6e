import { type Mode, modeOf, MODES } from "../answer.ts";
import { requireFinite, requireOneOf } from "../argument-checks.ts";
import type { Context } from "../context.ts";
import type { LearnerState } from "../learner-state/learner-types.ts";
import type { Model } from "../model.ts";
import type { EngineParameters } from "../parameters/parameters.ts";
import { type HeadLine, headLine } from "./correction-head.ts";
import type { Core } from "./fsrs-core.ts";
import {
  newSignals,
  sessionSignals,
  type Signals,
  usualSession,
  wordSignals,
} from "./head-signals.ts";
import { interferenceShift } from "./interference.ts";
import { BORROWED_LOGIT } from "./mode-traces.ts";
import { readOutOf } from "./read-out.ts";
import { type RecallCurve, recallAt } from "./recall-curve.ts";
import type { Blend } from "./short-term.ts";
import { isSameDay, pauseDays } from "./trace-update.ts";
import { type View, viewOf } from "./view.ts";
import type { Trace, WordMemory } from "./word-memory.ts";

export type Variant = "answer" | "schedule";

const VARIANTS: readonly Variant[] = ["answer", "schedule"];

export interface PredictOptions {
  /**
   * "answer": uses everything known just before a question. "schedule": a curve over future time,
   * without signals of the current session. Absent: "answer".
   */
  variant?: Variant;
  mode?: Mode;
  context?: Context;
}

/**
 * Probability that the learner recalls a word at an instant.
 *
 * @returns in (0, 1]; the prior of a first answer when the word was never asked
 * @throws RangeError  the instant is not a finite number, or an option is unknown
 */
export function predictRecall(
  learner: LearnerState,
  memory: WordMemory,
  atMs: number,
  parameters: EngineParameters,
  options: PredictOptions = {},
): number {
  requireFinite("atMs", atMs);
  if (options.mode !== undefined) requireOneOf("options.mode", options.mode, MODES);
  if (options.variant !== undefined) requireOneOf("options.variant", options.variant, VARIANTS);
  const mode = modeOf(options);
  const view = viewOf(learner, memory, mode, parameters, options.context?.word ?? null);
  if (view === null) return parameters.mastery.firstPrior;
  const schedule = options.variant === "schedule";
  const curve = schedule ? scheduleCurve(view) : answerCurve(view, atMs, options.context ?? null);
  return recallAt(curve, pauseDays(view.trace, atMs));
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

export function isCorrected(parameters: EngineParameters): boolean {
  return parameters.featureFlags.correctionEnabled === true && parameters.correction.cap > 0;
}

/** Reused buffer; each use ends before the next one fills it. */
const signals = newSignals();

/** The curve used for planning; non-increasing in time, whatever the state of the head. */
export function scheduleCurve(view: View): RecallCurve {
  if (!isCorrected(view.parameters)) return curveWith(view, null, 0);
  wordSignals(signals, view.learner, view.memory);
  return curveWith(view, scheduleLine(view, signals), 0);
}

/**
 * Session signals are replaced by their averages, because no future session is known.
 *
 * @param given  signals of the word; those of the session are overwritten
 */
export function scheduleLine(view: View, given: Signals, into?: HeadLine): HeadLine {
  const { head } = view.learner;
  usualSession(given, head.sessionMeans);
  return headLine(head.long, view.model.headPrior, given, into);
}

function answerCurve(view: View, atMs: number, context: Context | null): RecallCurve {
  const shift = interferenceShift(view, context, atMs);
  if (!isCorrected(view.parameters)) return curveWith(view, null, shift);
  return curveWith(view, answerLine(view, signals, atMs), shift);
}

/** The correction line of the answer variant; `given` is filled with its signals. */
export function answerLine(view: View, given: Signals, atMs: number, into?: HeadLine): HeadLine {
  const { learner, memory, parameters, trace } = view;
  wordSignals(given, learner, memory);
  sessionSignals(given, learner, atMs, parameters.fatigueDecay);
  const set = isSameDay(trace, atMs, parameters) ? learner.head.short : learner.head.long;
  return headLine(set, view.model.headPrior, given, into);
}

function curveWith(view: View, line: HeadLine | null, shift: number): RecallCurve {
  const { parameters, trace, memory } = view;
  const shortTerm = parameters.featureFlags.shortTermEnabled === true;
  return {
    blend: blendOf(trace, view.core, view.model, shortTerm),
    line,
    cap: parameters.correction.cap,
    shift: view.borrowed === true ? shift + BORROWED_LOGIT : shift,
    readOut: readOutOf(parameters.memoryModel, view.facts, memory.attempts),
  };
}

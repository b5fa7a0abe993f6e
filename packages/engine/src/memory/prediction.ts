import type { Context } from "../context.ts";
import type { EngineParameters } from "../parameters/parameters.ts";
import { type HeadExample, type HeadLine, headLine } from "./correction-head.ts";
import { longTermRecall } from "./fsrs-core.ts";
import {
  newSignals,
  sessionSignals,
  type Signals,
  usualSession,
  wordSignals,
} from "./head-signals.ts";
import type { HeadSet } from "./head-state.ts";
import { interferenceShift } from "./interference.ts";
import { BORROWED_LOGIT } from "./mode-traces.ts";
import { readOutOf } from "./read-out.ts";
import { clippedLogit, type Overlay, type RecallCurve, shownRecall } from "./recall-curve.ts";
import { type Blend, blendRecall, recallToday } from "./short-term.ts";
import { isSameDay, pauseDays } from "./trace-update.ts";
import type { View } from "./view.ts";

/** Both predictions made just before an answer, with inputs of the later steps. */
export interface Prediction {
  answer: number;
  schedule: number;
  sameDay: boolean;
  /** Recall of the long-term trace alone. */
  longTerm: number;
  /** See {@link populationRecall}. */
  population: number;
  /** Training example for the correction head; null when the correction is off. */
  example: HeadExample | null;
}

/** Predicts an answer by both variants, which share the memory's recall and the word's signals. */
export function predictBoth(view: View, context: Context, atMs: number): Prediction {
  const { trace, parameters } = view;
  const pause = pauseDays(trace, atMs);
  const longTerm = longTermRecall(view.core, pause, trace.stability);
  const recall = recallToday(blendOf(view), longTerm, pause);
  const signals = questionSignals(view, atMs);
  const recallLogit = clippedLogit(recall);
  const asked = answerOverlay(view, signals, context, atMs);
  const planned = scheduleOverlay(view, signals === null ? null : signals.slice());
  return {
    answer: shownRecall(asked, recall, recallLogit),
    schedule: shownRecall(planned, recall, recallLogit),
    sameDay: isSameDay(trace, atMs, parameters),
    longTerm,
    population: populationRecall(view, longTerm, atMs),
    example: exampleOf(signals, asked.line, recallLogit),
  };
}

/** The variant "answer": everything known just before the question. */
export function answerRecall(view: View, context: Context | null, atMs: number): number {
  const overlay = answerOverlay(view, questionSignals(view, atMs), context, atMs);
  return shownRecall(overlay, blendRecall(blendOf(view), pauseDays(view.trace, atMs)));
}

/** The variant "schedule": a curve for planning, which never rises for any state of the head. */
export function scheduleCurve(view: View): RecallCurve {
  const signals = isCorrected(view.parameters) ? newSignals() : null;
  if (signals !== null) wordSignals(signals, view.learner, view.memory);
  const { line, cap, shift, readOut } = scheduleOverlay(view, signals);
  return { blend: blendOf(view), line, cap, shift, readOut };
}

/** The curve of the view's trace; without the short-term component the core alone. */
export function blendOf({ trace, core, model, parameters }: CurveView): Blend {
  return {
    core,
    stability: trace.stability,
    encoded: parameters.featureFlags.shortTermEnabled === true ? trace.encoded : 1,
    buffer: trace.buffer,
    tauDays: model.taus[trace.sameDay] as number,
    nightDays: model.nightDays,
  };
}

type CurveView = Pick<View, "trace" | "core" | "model" | "parameters">;

export function isCorrected(parameters: EngineParameters): boolean {
  return parameters.featureFlags.correctionEnabled === true && parameters.correction.cap > 0;
}

/** The answer variant's changes to the memory's recall. @param signals  null: no correction */
export function answerOverlay(
  view: View,
  signals: Signals | null,
  context: Context | null,
  atMs: number,
): Overlay {
  const shift = interferenceShift(view, context, atMs);
  if (signals === null) return overlayOf(view, null, shift);
  return overlayOf(view, headLine(headSetAt(view, atMs), view.model.headPrior, signals), shift);
}

/** The schedule variant's changes. @param signals  those of the session are overwritten */
function scheduleOverlay(view: View, signals: Signals | null): Overlay {
  if (signals === null) return overlayOf(view, null, 0);
  const { head } = view.learner;
  // Future sessions are unknown; the averages stand in for them.
  usualSession(signals, head.sessionMeans);
  return overlayOf(view, headLine(head.long, view.model.headPrior, signals), 0);
}

/** The head's weights for a question at this time. */
export function headSetAt({ learner, trace, parameters }: View, atMs: number): HeadSet {
  return isSameDay(trace, atMs, parameters) ? learner.head.short : learner.head.long;
}

/** Signals of a question; null when the correction is off. */
function questionSignals({ learner, memory, parameters }: View, atMs: number): Signals | null {
  if (!isCorrected(parameters)) return null;
  const signals = newSignals();
  wordSignals(signals, learner, memory);
  sessionSignals(signals, learner, atMs, parameters.fatigueDecay);
  return signals;
}

function overlayOf(view: View, line: HeadLine | null, shift: number): Overlay {
  const { parameters, facts, memory, borrowed } = view;
  return {
    line,
    cap: parameters.correction.cap,
    shift: borrowed === true ? shift + BORROWED_LOGIT : shift,
    readOut: readOutOf(parameters.memoryModel, facts, memory.attempts),
  };
}

function exampleOf(
  signals: Signals | null,
  line: HeadLine | null,
  logit: number,
): HeadExample | null {
  return signals === null || line === null ? null : { signals, line, logit };
}

/** Recall by the population's weights; the reference for memory capacity. */
function populationRecall(view: View, longTerm: number, atMs: number): number {
  const { core, model } = view;
  const trace = view.memory.trace ?? view.trace;
  if (core === model.core && trace === view.trace) return longTerm;
  return longTermRecall(model.core, pauseDays(trace, atMs), trace.stability);
}

import type { Context } from "../context.ts";
import { sigmoid } from "../numeric/scalar.ts";
import { type HeadExample, type HeadLine, newLine } from "./correction-head.ts";
import { longTermRecall } from "./fsrs-core.ts";
import { newSignals } from "./head-signals.ts";
import { interferenceShift } from "./interference.ts";
import { BORROWED_LOGIT } from "./mode-traces.ts";
import { answerLine, blendOf, isCorrected, scheduleLine } from "./predict-recall.ts";
import type { View } from "./view.ts";
import { readOutOf } from "./read-out.ts";
import { clippedLogit, isIdentity, type Overlay, shownLogit } from "./recall-curve.ts";
import { recallToday } from "./short-term.ts";
import { isSameDay, pauseDays } from "./trace-update.ts";

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

/** Reused buffer: the head's inputs for the current question, overwritten by the next one. */
const asked: HeadExample = { signals: newSignals(), line: newLine(), logit: 0 };
/** The same for the planning variant, used only in this file. */
const planned = { signals: newSignals(), line: newLine() };

/** Equal to {@link predictRecall} for both variants, computed together. */
export function predictBoth(view: View, context: Context, atMs: number): Prediction {
  const { trace, parameters } = view;
  const pause = pauseDays(trace, atMs);
  const longTerm = longTermRecall(view.core, pause, trace.stability);
  const recall = memoryRecall(view, longTerm, pause);
  const corrected = isCorrected(parameters);
  const lent = view.borrowed === true ? BORROWED_LOGIT : 0;
  const overlay: Overlay = {
    line: corrected ? answerLine(view, asked.signals, atMs, asked.line) : null,
    cap: parameters.correction.cap,
    shift: interferenceShift(view, context, atMs) + lent,
    readOut: readOutOf(parameters.memoryModel, view.facts, view.memory.attempts),
  };
  asked.logit = clippedLogit(recall);
  const answer = isIdentity(overlay) ? recall : sigmoid(shownLogit(overlay, asked.logit));
  // The variants differ only in their line and in interference.
  if (corrected) overlay.line = usualLine(view);
  overlay.shift = lent;
  return {
    answer,
    schedule: isIdentity(overlay) ? recall : sigmoid(shownLogit(overlay, asked.logit)),
    sameDay: isSameDay(trace, atMs, parameters),
    longTerm,
    population: populationRecall(view, longTerm, atMs),
    example: corrected ? asked : null,
  };
}

/** Recall without correction; after a night only the long-term trace counts. */
function memoryRecall(view: View, longTerm: number, pause: number): number {
  const { trace, core, model, parameters } = view;
  const shortTerm = parameters.featureFlags.shortTermEnabled === true;
  if (!shortTerm || pause >= model.nightDays) return longTerm;
  return recallToday(blendOf(trace, core, model, shortTerm), longTerm, pause);
}

/** Line of the planning variant, from the word signals computed for the answer variant. */
function usualLine(view: View): HeadLine {
  const { signals } = planned;
  for (let j = 0; j < signals.length; j++) signals[j] = asked.signals[j] as number;
  return scheduleLine(view, signals, planned.line);
}

/** Recall by the population's weights; the reference for memory capacity. */
function populationRecall(view: View, longTerm: number, atMs: number): number {
  const { core, model } = view;
  const trace = view.memory.trace ?? view.trace;
  if (core === model.core && trace === view.trace) return longTerm;
  return longTermRecall(model.core, pauseDays(trace, atMs), trace.stability);
}

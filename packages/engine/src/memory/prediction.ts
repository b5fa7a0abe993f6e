import type { Context } from "../answer.ts";
import { sigmoid } from "../numeric/scalar.ts";
import { type HeadExample, type HeadLine, newLine } from "./correction-head.ts";
import { longTermRecall } from "./fsrs-core.ts";
import { newSignals } from "./head-signals.ts";
import { interferenceShift } from "./interference.ts";
import { BORROWED_LOGIT } from "./mode-traces.ts";
import { answerLine, blendOf, isCorrected, scheduleLine, type View } from "./predict-recall.ts";
import { readOutOf } from "./read-out.ts";
import { edgedLogit, isBare, type Overlay, shownLogit } from "./recall-curve.ts";
import { recallToday } from "./short-term.ts";
import { isSameDay, pauseDays } from "./trace-update.ts";

/** Both predictions made just before an answer, with what the steps after it want to know. */
export interface Prediction {
  answer: number;
  schedule: number;
  sameDay: boolean;
  /** Recall of the lasting trace alone. */
  lasting: number;
  /** See {@link populationRecall}. */
  population: number;
  /** What the correction will learn from; null when it is off. */
  example: HeadExample | null;
}

/** What the head saw at the question before its answer is known; written over by the next one. */
const asked: HeadExample = { signals: newSignals(), line: newLine(), logit: 0 };
/** The same of the planning variant; nothing but its prediction leaves this file. */
const planned = { signals: newSignals(), line: newLine() };

/** The same numbers predictRecall gives for both variants, found in one go. */
export function predictBoth(view: View, context: Context, atMs: number): Prediction {
  const { trace, parameters } = view;
  const pause = pauseDays(trace, atMs);
  const lasting = longTermRecall(view.core, pause, trace.stability);
  const recall = memoryRecall(view, lasting, pause);
  const corrected = isCorrected(parameters);
  const lent = view.borrowed === true ? BORROWED_LOGIT : 0;
  const overlay: Overlay = {
    line: corrected ? answerLine(view, asked.signals, atMs, asked.line) : null,
    cap: parameters.correction.cap,
    shift: interferenceShift(view, context, atMs) + lent,
    readOut: readOutOf(parameters.memoryModel, view.facts, view.memory.attempts),
  };
  asked.logit = edgedLogit(recall);
  const answer = isBare(overlay) ? recall : sigmoid(shownLogit(overlay, asked.logit));
  // The same curve with another line: the two variants differ in nothing else.
  if (corrected) overlay.line = usualLine(view);
  overlay.shift = lent;
  return {
    answer,
    schedule: isBare(overlay) ? recall : sigmoid(shownLogit(overlay, asked.logit)),
    sameDay: isSameDay(trace, atMs, parameters),
    lasting,
    population: populationRecall(view, lasting, atMs),
    example: corrected ? asked : null,
  };
}

/** Recall by the memory alone; after a night that is the lasting trace's. */
function memoryRecall(view: View, lasting: number, pause: number): number {
  const { trace, core, model, parameters } = view;
  const shortTerm = parameters.featureFlags.shortTermEnabled === true;
  if (!shortTerm || pause >= model.nightDays) return lasting;
  return recallToday(blendOf(trace, core, model, shortTerm), lasting, pause);
}

/** Line of the planning variant, by the word signals that were just asked for. */
function usualLine(view: View): HeadLine {
  const { signals } = planned;
  for (let j = 0; j < signals.length; j++) signals[j] = asked.signals[j] as number;
  return scheduleLine(view, signals, planned.line);
}

/** What the population's curve expects of the word; the yardstick of memory capacity. */
function populationRecall(view: View, lasting: number, atMs: number): number {
  const { core, model } = view;
  const trace = view.memory.trace ?? view.trace;
  if (core === model.core && trace === view.trace) return lasting;
  return longTermRecall(model.core, pauseDays(trace, atMs), trace.stability);
}

import type { Context } from "../answer.ts";
import type { HeadLesson } from "./correction-head.ts";
import { interferenceShift } from "./interference.ts";
import {
  answerLine,
  answerSignals,
  curveWith,
  scheduleLine,
  type View,
  wordSignalsOf,
} from "./predict-recall.ts";
import { BORROWED_LOGIT } from "./mode-traces.ts";
import { edgedLogit, shownRecall } from "./recall-curve.ts";
import { blendRecall } from "./short-term.ts";
import { isSameDay, pauseDays } from "./trace-update.ts";

/** Both predictions made just before an answer, with what the correction can learn from. */
export interface Prediction {
  answer: number;
  schedule: number;
  sameDay: boolean;
  /** What the correction will learn from, but for the outcome; null when it is off. */
  lesson: Omit<HeadLesson, "outcome"> | null;
}

/** The same numbers predictRecall gives for both variants, found in one go. */
export function predictBoth(view: View, context: Context, atMs: number): Prediction {
  const sameDay = isSameDay(view.trace, atMs, view.parameters);
  const word = wordSignalsOf(view);
  const signals = word === null ? null : answerSignals(view, word, atMs);
  const line = signals === null ? null : answerLine(view, signals, atMs);
  const curve = curveWith(view, line, interferenceShift(view, context, atMs));
  const recall = blendRecall(curve.blend, pauseDays(view.trace, atMs));
  const answer = shownRecall(curve, recall);
  // The same curve with the other line: the two variants differ in nothing else.
  curve.line = scheduleLine(view, word);
  curve.shift = view.borrowed ? BORROWED_LOGIT : 0;
  return {
    answer,
    schedule: shownRecall(curve, recall),
    sameDay,
    lesson:
      line === null || signals === null ? null : { line, signals, logit: edgedLogit(recall) },
  };
}

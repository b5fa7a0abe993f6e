import { logit, sigmoid } from "../numeric/scalar.ts";
import { correctLogit, type HeadLine, uncorrectLogit } from "./correction-head.ts";
import type { ReadOut } from "./read-out.ts";
import { type Blend, blendPause, blendRecall } from "./short-term.ts";

/** Recall is kept this far from 0 and 1 before its logit is taken. */
const RECALL_EDGE = 1e-6;

/** Predicted recall over time: the memory's curve, then the learned correction and read-out. */
export interface RecallCurve {
  blend: Blend;
  /** null: no correction. */
  line: HeadLine | null;
  cap: number;
  /** Further shift of the logit: a borrowed trace, interference. */
  shift: number;
  readOut: ReadOut | null;
}

/** Logit of the memory's recall, clipped so that it is always finite. */
export function edgedLogit(recall: number): number {
  return logit(Math.min(Math.max(recall, RECALL_EDGE), 1 - RECALL_EDGE));
}

/** Predicted recall after a pause; falling in t, in (0, 1]. */
export function recallAt(curve: RecallCurve, days: number): number {
  return shownRecall(curve, blendRecall(curve.blend, days));
}

/** What is shown when the memory alone says this recall. */
export function shownRecall(curve: RecallCurve, recall: number): number {
  if (isBare(curve)) return recall;
  let value = edgedLogit(recall);
  if (curve.line !== null) value = correctLogit(curve.line, value, curve.cap);
  value += curve.shift;
  if (curve.readOut !== null) value = curve.readOut.scale * value + curve.readOut.shift;
  return sigmoid(value);
}

/** The pause in days after which {@link recallAt} has fallen to r; Infinity when it never does. */
export function pauseFor(curve: RecallCurve, recall: number): number {
  if (isBare(curve)) return blendPause(curve.blend, recall);
  let value = logit(recall);
  if (curve.readOut !== null) value = (value - curve.readOut.shift) / curve.readOut.scale;
  value -= curve.shift;
  if (curve.line !== null) value = uncorrectLogit(curve.line, value, curve.cap);
  return blendPause(curve.blend, sigmoid(value));
}

function isBare(curve: RecallCurve): boolean {
  return curve.line === null && curve.readOut === null && curve.shift === 0;
}

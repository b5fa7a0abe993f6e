import { logit, sigmoid } from "../numeric/scalar.ts";
import { correctLogit, type HeadLine, uncorrectLogit } from "./correction-head.ts";
import type { ReadOut } from "./read-out.ts";
import { type Blend, blendPause, blendRecall } from "./short-term.ts";

/** Recall is kept this far from 0 and 1 before its logit is taken. */
const RECALL_EDGE = 1e-6;

/** Transformations applied to the memory's recall: the learned correction, then the read-out. */
export interface Overlay {
  /** null: no correction. */
  line: HeadLine | null;
  cap: number;
  /** Further shift of the logit: a borrowed trace, interference. */
  shift: number;
  readOut: ReadOut | null;
}

/** Predicted recall over time: the memory's curve with its overlay. */
export interface RecallCurve extends Overlay {
  blend: Blend;
}

/** Logit of the memory's recall, clipped so that it is always finite. */
export function clippedLogit(recall: number): number {
  return logit(Math.min(Math.max(recall, RECALL_EDGE), 1 - RECALL_EDGE));
}

/** Predicted recall after a pause; falling in t, in (0, 1]. */
export function recallAt(curve: RecallCurve, days: number): number {
  return shownRecall(curve, blendRecall(curve.blend, days));
}

/** Predicted recall, given the memory's recall. @param recallLogit  its {@link clippedLogit} */
export function shownRecall(
  overlay: Overlay,
  recall: number,
  recallLogit = clippedLogit(recall),
): number {
  return isIdentity(overlay) ? recall : sigmoid(shownLogit(overlay, recallLogit));
}

/** Logit of the predicted recall, given the logit of the memory's recall. */
function shownLogit(overlay: Overlay, recallLogit: number): number {
  const { line, readOut } = overlay;
  let value = recallLogit;
  if (line !== null) value = correctLogit(line, value, overlay.cap);
  value += overlay.shift;
  return readOut === null ? value : readOut.scale * value + readOut.shift;
}

/** The pause in days after which {@link recallAt} has fallen to r; Infinity when it never does. */
export function pauseFor(curve: RecallCurve, recall: number): number {
  if (isIdentity(curve)) return blendPause(curve.blend, recall);
  let value = logit(recall);
  if (curve.readOut !== null) value = (value - curve.readOut.shift) / curve.readOut.scale;
  value -= curve.shift;
  if (curve.line !== null) value = uncorrectLogit(curve.line, value, curve.cap);
  return blendPause(curve.blend, sigmoid(value));
}

/** Whether the overlay changes nothing. */
function isIdentity({ line, readOut, shift }: Overlay): boolean {
  return line === null && readOut === null && shift === 0;
}

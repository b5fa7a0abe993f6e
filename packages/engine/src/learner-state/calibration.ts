import { ema, logit } from "../numeric/scalar.ts";
import type { EngineParameters } from "../parameters/parameters.ts";
import type { Calibration } from "./learner-types.ts";

/** Bins of equal width over the predicted probability. */
const BINS = 10;
/** For other modules: an exported constant is slower to read in the loops below. */
export const CALIBRATION_BINS = BINS;
/** Tolerated mean surprise per answer of the drift detector, nats. */
const DRIFT_ALLOWANCE = 0.05;
/** Minimum number of answers before the calibration error is checked. */
const ANSWERS_MIN = 50;
const RAPID_SHARE_ALERT = 0.5;

/** Expected calibration error: mean distance of prediction and outcome over tenths, 0..1. */
export function calibrationError(calibration: Calibration): number {
  if (calibration.weight === 0) return 0;
  let sum = 0;
  for (let i = 0; i < BINS; i++) sum += Math.abs(calibration.gaps[i] as number);
  return Math.min(1, sum / calibration.weight);
}

/**
 * Statistics after one more answer; older answers decay exponentially over the window.
 *
 * @param prediction  answer-variant prediction before the answer; null when there was none
 */
export function nextCalibration(
  before: Calibration,
  prediction: number | null,
  outcome: number,
  rapid: boolean,
  rules: EngineParameters["monitoring"],
): Calibration {
  const step = 1 / rules.calibrationWindow;
  const rapidShare = ema(before.rapidShare, rapid ? 1 : 0, step);
  if (prediction === null) return { ...before, rapidShare };
  const bin = Math.min(Math.floor(prediction * BINS), BINS - 1);
  const gaps = before.gaps.slice();
  for (let i = 0; i < BINS; i++) gaps[i] = (1 - step) * (gaps[i] as number);
  gaps[bin] = (gaps[bin] as number) + prediction - outcome;
  const drift = before.drift + surprise(prediction, outcome) - DRIFT_ALLOWANCE;
  return {
    gaps,
    weight: (1 - step) * before.weight + 1,
    drift,
    driftLow: Math.min(before.driftLow, drift),
    rapidShare,
    count: before.count + 1,
  };
}

/** Log loss beyond what the prediction itself expects, nats: (p − y) logit p. */
function surprise(prediction: number, outcome: number): number {
  const p = Math.min(Math.max(prediction, 0.001), 0.999);
  return (p - outcome) * logit(p);
}

export interface AnomalyCheck {
  calibration: Calibration;
  anomalies: string[];
}

/** Anomalies in the statistics; a statistic that triggered one is reset. */
export function checkAnomalies(
  calibration: Calibration,
  ece: number,
  rules: EngineParameters["monitoring"],
): AnomalyCheck {
  const settled = calibration.count >= ANSWERS_MIN;
  const uncalibrated = settled && ece > rules.eceAlert;
  const drifting = calibration.drift - calibration.driftLow > rules.driftThreshold;
  const guessing = calibration.rapidShare > RAPID_SHARE_ALERT;
  if (!uncalibrated && !drifting && !guessing) return { calibration, anomalies: [] };
  const anomalies: string[] = [];
  const next = { ...calibration };
  if (uncalibrated) {
    anomalies.push("calibration_error");
    next.gaps = new Array<number>(BINS).fill(0);
    next.weight = 0;
    next.count = 0;
  }
  if (drifting) {
    anomalies.push("prediction_drift");
    next.drift = 0;
    next.driftLow = 0;
  }
  if (guessing) {
    anomalies.push("rapid_guessing");
    next.rapidShare = 0;
  }
  return { calibration: next, anomalies };
}

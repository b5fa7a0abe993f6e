/** Answers that an advisor's evidence must rest on before anything is applied unseen. */
const EVIDENCE_ANSWERS_MIN = 500;

/** What is known when an accepted suggestion might be applied without a person. */
export interface AutoApplyCase {
  /** The operator's switch. */
  enabled: boolean;
  /** How many parameters the suggestion changes. */
  changedCount: number;
  /** The advisor's own, in [0, 1]; absent or null counts 0. */
  confidence?: number | null;
  confidenceMin: number;
  appliedToday: number;
  appliedPerDayMax: number;
  /** Answers in the window that the evidence was drawn from. */
  evidenceAnswers: number;
  experimentRunning: boolean;
  anomalyAlert: boolean;
}

export type AutoApplyBar =
  | "switched_off"
  | "not_one_parameter"
  | "low_confidence"
  | "daily_limit"
  | "little_evidence"
  | "experiment_running"
  | "anomaly_alert";

/** Everything that stands against applying a suggestion automatically; empty means go ahead. */
export function autoApplyBars(facts: AutoApplyCase): AutoApplyBar[] {
  const { confidence, confidenceMin } = facts;
  // Written as "not enough", so that a confidence that is not a number does not slip through.
  const isConfident = (confidence ?? 0) >= confidenceMin;
  const bars: [boolean, AutoApplyBar][] = [
    [!facts.enabled, "switched_off"],
    [facts.changedCount !== 1, "not_one_parameter"],
    [!isConfident, "low_confidence"],
    [facts.appliedToday >= facts.appliedPerDayMax, "daily_limit"],
    [facts.evidenceAnswers < EVIDENCE_ANSWERS_MIN, "little_evidence"],
    [facts.experimentRunning, "experiment_running"],
    [facts.anomalyAlert, "anomaly_alert"],
  ];
  return bars.filter(([applies]) => applies).map(([, bar]) => bar);
}

/** Conditions for applying an accepted suggestion without an operator's decision. */
export interface AutoApplyConditions {
  /** Whether the operator enabled automatic application. */
  enabled: boolean;
  /** Number of parameters the suggestion changes. */
  changedCount: number;
  /** The advisor's confidence, in [0, 1]; absent or null counts as 0. */
  confidence?: number | null;
  confidenceMin: number;
  appliedToday: number;
  appliedPerDayMax: number;
  /** Whether it changes a parameter that an operator added to the whitelist. */
  changesAddedPath: boolean;
}

export type AutoApplyBlocker =
  "switched_off" | "not_one_parameter" | "low_confidence" | "daily_limit" | "added_path";

/** Every reason against applying a suggestion automatically; if empty, it may be applied. */
export function autoApplyBlockers(conditions: AutoApplyConditions): AutoApplyBlocker[] {
  const { confidence, confidenceMin } = conditions;
  // The negated comparison also rejects NaN.
  const isConfident = (confidence ?? 0) >= confidenceMin;
  const blockers: [boolean, AutoApplyBlocker][] = [
    [!conditions.enabled, "switched_off"],
    [conditions.changedCount !== 1, "not_one_parameter"],
    [!isConfident, "low_confidence"],
    [conditions.appliedToday >= conditions.appliedPerDayMax, "daily_limit"],
    [conditions.changesAddedPath, "added_path"],
  ];
  return blockers.filter(([applies]) => applies).map(([, blocker]) => blocker);
}

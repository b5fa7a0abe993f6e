/** Counts per learner for which badges are awarded. */
export interface BadgeCounts {
  /** Words in any state but `new`, at most 1000, because no badge needs more. */
  readonly words: number;
  /** Words in state `mastered`, at most 1000. */
  readonly mastered: number;
  readonly answers: number;
  /** Days in a row with an answer, ending today or yesterday. */
  readonly streakDays: number;
}

/** Each badge has a name and a description in every language: see the texts of `badge.<id>`. */
export interface BadgeRule {
  readonly id: string;
  readonly measure: keyof BadgeCounts;
  readonly goal: number;
}

/** All badges. The id of an awarded badge must keep its meaning. */
export const badgeRules = [
  { id: "first_word", measure: "words", goal: 1 },
  { id: "words_100", measure: "words", goal: 100 },
  { id: "words_1000", measure: "words", goal: 1000 },
  { id: "streak_7", measure: "streakDays", goal: 7 },
  { id: "streak_30", measure: "streakDays", goal: 30 },
  { id: "mastered_10", measure: "mastered", goal: 10 },
  { id: "mastered_100", measure: "mastered", goal: 100 },
  { id: "mastered_1000", measure: "mastered", goal: 1000 },
  { id: "answers_1000", measure: "answers", goal: 1000 },
] as const satisfies readonly BadgeRule[];

export type BadgeId = (typeof badgeRules)[number]["id"];

/** Progress toward a badge, 0 to 1; 1 means earned. */
export function progressTo({ measure, goal }: BadgeRule, counts: BadgeCounts): number {
  return Math.min(1, Math.max(0, counts[measure] / goal));
}

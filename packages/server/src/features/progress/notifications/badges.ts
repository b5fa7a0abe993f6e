/** Counts per learner for which badges are awarded. */
export interface BadgeCounts {
  /** Words in any state but `new`, at most 1000: no badge needs more. */
  readonly words: number;
  /** Words in state `mastered`, at most 1000. */
  readonly mastered: number;
  readonly answers: number;
  /** Days in a row with an answer, ending today or yesterday. */
  readonly streakDays: number;
}

export interface BadgeRule {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly measure: keyof BadgeCounts;
  readonly goal: number;
}

/** All badges. The id of an awarded badge must keep its meaning. */
export const badgeRules: readonly BadgeRule[] = [
  rule("first_word", "First word", "Answer your first word.", "words", 1),
  rule("words_100", "A hundred words", "Meet 100 different words.", "words", 100),
  rule("words_1000", "A thousand words", "Meet 1000 different words.", "words", 1000),
  rule("streak_7", "A full week", "Learn on 7 days in a row.", "streakDays", 7),
  rule("streak_30", "A full month", "Learn on 30 days in a row.", "streakDays", 30),
  rule("mastered_10", "Ten mastered", "Master 10 words.", "mastered", 10),
  rule("mastered_100", "A hundred mastered", "Master 100 words.", "mastered", 100),
  rule("mastered_1000", "A thousand mastered", "Master 1000 words.", "mastered", 1000),
  rule("answers_1000", "A thousand answers", "Give 1000 answers.", "answers", 1000),
];

/** Progress towards a badge, 0 to 1; 1 means earned. */
export function progressTo({ measure, goal }: BadgeRule, counts: BadgeCounts): number {
  return Math.min(1, Math.max(0, counts[measure] / goal));
}

function rule(
  id: string,
  name: string,
  description: string,
  measure: keyof BadgeCounts,
  goal: number,
): BadgeRule {
  return { id, name, description, measure, goal };
}

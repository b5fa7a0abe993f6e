/** A learner's activity on one day. Durations in milliseconds. */
export interface DayFigures {
  readonly studyMs: number;
  readonly sessions: number;
  readonly answers: number;
  readonly correct: number;
  readonly newWords: number;
  readonly reviewWords: number;
  readonly masteredWords: number;
}

export const NO_FIGURES: DayFigures = {
  studyMs: 0,
  sessions: 0,
  answers: 0,
  correct: 0,
  newWords: 0,
  reviewWords: 0,
  masteredWords: 0,
};

export function addFigures(a: DayFigures, b: Partial<DayFigures>): DayFigures {
  return {
    studyMs: a.studyMs + (b.studyMs ?? 0),
    sessions: a.sessions + (b.sessions ?? 0),
    answers: a.answers + (b.answers ?? 0),
    correct: a.correct + (b.correct ?? 0),
    newWords: a.newWords + (b.newWords ?? 0),
    reviewWords: a.reviewWords + (b.reviewWords ?? 0),
    masteredWords: a.masteredWords + (b.masteredWords ?? 0),
  };
}

/** The figures in wire format. */
export function toSummary(figures: DayFigures) {
  return {
    studyDurationSecs: Math.round(figures.studyMs / 1000),
    sessionCount: figures.sessions,
    recordCount: figures.answers,
    correctCount: figures.correct,
    accuracy: accuracyOf(figures),
    newWords: figures.newWords,
    reviewWords: figures.reviewWords,
    masteredWords: figures.masteredWords,
  };
}

/** Share of right answers; null without answers. */
export function accuracyOf({ answers, correct }: DayFigures): number | null {
  return answers === 0 ? null : correct / answers;
}

/** What the service has promised to keep, noted by those it promised it to. */
export interface Journal {
  /** Answers by learner: clientRecordId → word. */
  readonly answers: Map<string, Map<string, string>>;
  /** Events without a record, by learner. */
  readonly events: Map<string, Set<string>>;
  /** Daily word counts by learner: the last one promised, and later ones nobody promised. */
  readonly plans: Map<string, number[]>;
}

export function createJournal(): Journal {
  return { answers: new Map(), events: new Map(), plans: new Map() };
}

export function noteAnswer(journal: Journal, userId: string, key: string, wordId: string): void {
  const answers = journal.answers.get(userId) ?? new Map<string, string>();
  journal.answers.set(userId, answers.set(key, wordId));
}

export function noteEvent(journal: Journal, userId: string, key: string): void {
  const events = journal.events.get(userId) ?? new Set<string>();
  journal.events.set(userId, events.add(key));
}

/** From now on the stored count is this one, or one that is only wished for later. */
export function notePlan(journal: Journal, userId: string, count: number): void {
  journal.plans.set(userId, [count]);
}

/** Before the first promise none is stored, which counts as 0. */
export function noteWishedPlan(journal: Journal, userId: string, count: number): void {
  journal.plans.set(userId, [...(journal.plans.get(userId) ?? [0]), count]);
}

export function countAnswers(journal: Journal): number {
  return [...journal.answers.values()].reduce((sum, answers) => sum + answers.size, 0);
}

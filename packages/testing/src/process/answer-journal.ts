/** The writes acknowledged by the service, recorded by the clients. */
export interface Journal {
  /** Answers by learner: clientRecordId → word. */
  readonly answers: Map<string, Map<string, string>>;
  /** Events without a record, by learner. */
  readonly events: Map<string, Set<string>>;
  /** Daily word counts by learner: the last acknowledged one, and later ones without a reply. */
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

/** An acknowledged count; replaces earlier ones. */
export function notePlan(journal: Journal, userId: string, count: number): void {
  journal.plans.set(userId, [count]);
}

/**
 * A count that was sent but not acknowledged. Before the first acknowledged one, 0 is possible,
 * too.
 */
export function notePossiblePlan(journal: Journal, userId: string, count: number): void {
  journal.plans.set(userId, [...(journal.plans.get(userId) ?? [0]), count]);
}

export function countAnswers(journal: Journal): number {
  return [...journal.answers.values()].reduce((sum, answers) => sum + answers.size, 0);
}

const listeners = new Set<() => void>();

/** Calls whenever the service has accepted or applied answers. */
export function onAnswersTaken(listener: () => void): void {
  listeners.add(listener);
}

/** Notifies the listeners after the service accepted answers. */
export function answersWereTaken(): void {
  for (const listener of listeners) listener();
}

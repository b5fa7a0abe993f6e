const listeners = new Set<() => void>();

/** Calls whenever the service has taken answers, or has made something of them. */
export function onAnswersTaken(listener: () => void): void {
  listeners.add(listener);
}

/** To be called when the service has taken some. */
export function answersWereTaken(): void {
  for (const listener of listeners) listener();
}

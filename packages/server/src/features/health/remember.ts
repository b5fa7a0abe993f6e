import type { Clock } from "../../platform/clock.ts";

/**
 * A question whose answer is good for a while. Those who ask while it is being looked up share the
 * one look-up; a look-up that fails is not remembered.
 */
export function remember<T>(
  clock: Clock,
  freshMs: number,
  lookUp: () => Promise<T>,
): () => Promise<T> {
  let answer: Promise<T> | undefined;
  let askedAtMs = 0;

  return () => {
    if (answer !== undefined && clock.monotonicMs() - askedAtMs < freshMs) return answer;
    askedAtMs = clock.monotonicMs();
    const asked = lookUp();
    answer = asked;
    asked.catch(() => {
      if (answer === asked) answer = undefined;
    });
    return asked;
  };
}

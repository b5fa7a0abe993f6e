import { useEffect, useEffectEvent } from "react";
import { showsCorrection, type Answered } from "../../features/study-session/session-state.ts";

/** Long enough to notice that the answer was right. */
const STAY_MS = 900;

/** Continues automatically after a right answer; a correction waits for a key. */
export function useAutoAdvance(
  answer: Answered | undefined,
  isOn: boolean,
  next: () => void,
): void {
  const onNext = useEffectEvent(next);
  const id = isOn && answer !== undefined && !showsCorrection(answer) ? answer.id : undefined;
  useEffect(() => {
    if (id === undefined) return;
    const timer = setTimeout(onNext, STAY_MS);
    return () => clearTimeout(timer);
  }, [id]);
}

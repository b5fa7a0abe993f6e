import { useEffect } from "react";

/** The second of two presses that were meant as one follows sooner. */
const DOUBLED_MS = 500;

/**
 * Keeps a held or doubled Enter from passing a correction by unread: the press that gave the answer
 * does not lead on.
 *
 * @param isCorrection  whether the screen shows what was wrong
 * @param name          of the shown word; a new name restarts the time
 */
export function useCorrectionGuard(isCorrection: boolean, name: string): void {
  useEffect(() => {
    if (!isCorrection) return;
    const shownAtMs = performance.now();
    const guard = (event: KeyboardEvent) => {
      const isDoubled = performance.now() - shownAtMs < DOUBLED_MS;
      if (event.key !== "Enter" || !(event.repeat || isDoubled)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    addEventListener("keydown", guard, { capture: true });
    return () => removeEventListener("keydown", guard, { capture: true });
  }, [isCorrection, name]);
}

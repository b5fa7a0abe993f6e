import { useEffect, useState } from "react";

const LENGTH_MS = 700;

/** What is shown so long after the start: quickly more at first, and all at the end. */
export function countedAt(elapsedMs: number, to: number): number {
  const share = Math.min(1, elapsedMs / LENGTH_MS);
  return Math.round(to * (1 - (1 - share) ** 3));
}

/**
 * Counts from 0 to a number, quickly at first, and on from where it is when the number grows.
 * Shows the number immediately if the learner wants no motion.
 */
export function useCountUp(to: number): number {
  const [isStill] = useState(mayNotMove);
  const [shown, setShown] = useState(0);
  useEffect(() => {
    if (isStill) return;
    let frame = 0;
    const startedMs = performance.now();
    const step = () => {
      const elapsedMs = performance.now() - startedMs;
      setShown((now) => Math.max(Math.min(now, to), countedAt(elapsedMs, to)));
      if (elapsedMs < LENGTH_MS) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [to, isStill]);
  return isStill ? to : shown;
}

function mayNotMove(): boolean {
  return (
    matchMedia("(prefers-reduced-motion: reduce)").matches ||
    document.documentElement.dataset["motion"] === "none"
  );
}

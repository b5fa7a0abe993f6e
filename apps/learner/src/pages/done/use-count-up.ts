import { useEffect, useState } from "react";

const LENGTH_MS = 700;

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
      const share = Math.min(1, (performance.now() - startedMs) / LENGTH_MS);
      const eased = 1 - (1 - share) ** 3;
      setShown((now) => Math.max(Math.min(now, to), Math.round(to * eased)));
      if (share < 1) frame = requestAnimationFrame(step);
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

import { useEffect, useState } from "react";

const LENGTH_MS = 700;

/**
 * Counts from 0 to a number, quickly at first; where nothing may move, it stands there at once. It
 * goes on from where it is when the number grows.
 */
export function useCountUp(to: number): number {
  const [shown, setShown] = useState(() => (isStill() ? to : 0));
  useEffect(() => {
    if (isStill()) {
      setShown(to);
      return;
    }
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
  }, [to]);
  return shown;
}

function isStill(): boolean {
  return (
    matchMedia("(prefers-reduced-motion: reduce)").matches ||
    document.documentElement.dataset["motion"] === "none"
  );
}

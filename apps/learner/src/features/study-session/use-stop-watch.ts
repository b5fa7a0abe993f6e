import { useEffect, useState } from "react";
import { createStopWatch, type StopWatch } from "./measure.ts";

/** Measures the question with this name from its first paint. */
export function useStopWatch(question: string): StopWatch {
  const [watch] = useState(() => createStopWatch(() => performance.now()));
  useEffect(() => {
    const frame = requestAnimationFrame(() => watch.start());
    return () => cancelAnimationFrame(frame);
  }, [watch, question]);
  useEffect(() => followLearner(watch), [watch]);
  return watch;
}

const stirs = ["keydown", "pointerdown", "pointermove", "input"] as const;

/** @returns a function that unsubscribes */
function followLearner(watch: StopWatch): () => void {
  const isAway = () => document.hidden || !document.hasFocus();
  const follow = () => (isAway() ? watch.hidden() : watch.visible());
  const stir = () => watch.active();
  document.addEventListener("visibilitychange", follow);
  for (const event of ["blur", "focus"]) addEventListener(event, follow);
  // Captures the event before it is handled as an answer.
  for (const event of stirs) document.addEventListener(event, stir, { capture: true });
  return () => {
    document.removeEventListener("visibilitychange", follow);
    for (const event of ["blur", "focus"]) removeEventListener(event, follow);
    for (const event of stirs) document.removeEventListener(event, stir, { capture: true });
  };
}

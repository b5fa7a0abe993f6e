import { useEffect, useState } from "react";
import { createStopWatch, type StopWatch } from "../../features/study-session/measure.ts";

/** Measures the question of that name from its first paint on. */
export function useStopWatch(question: string): StopWatch {
  const [watch] = useState(() => createStopWatch(() => performance.now()));
  useEffect(() => {
    const frame = requestAnimationFrame(() => watch.start());
    return () => cancelAnimationFrame(frame);
  }, [watch, question]);
  useEffect(() => {
    const follow = () => (document.hidden ? watch.hidden() : watch.visible());
    document.addEventListener("visibilitychange", follow);
    return () => document.removeEventListener("visibilitychange", follow);
  }, [watch]);
  return watch;
}

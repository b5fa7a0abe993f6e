/** Calls something again and again until the returned function is called. */
export type Every = (ms: number, beat: () => void) => () => void;

/** By the machine's timer, without keeping the process alive. Tests beat by hand instead. */
export const everyByTimer: Every = (ms, beat) => {
  const timer = setInterval(beat, ms).unref();
  return () => clearInterval(timer);
};

/** Calls `tick` periodically until the returned function is called. */
export type Every = (ms: number, tick: () => void) => () => void;

/** Uses a timer that does not keep the process alive. Tests trigger the ticks themselves. */
export const everyByTimer: Every = (ms, tick) => {
  const timer = setInterval(tick, ms).unref();
  return () => clearInterval(timer);
};

/** What the engine wants to know about one question, measured while it stands on the screen. */
export interface Measured {
  /** From its first paint to the answer, without pauses. */
  readonly responseTimeMs: number;
  readonly pausedTimeMs: number;
  readonly pauseCount: number;
  readonly focusLossDurationMs: number;
  readonly switchCount: number;
}

/** A stop watch that stands still while the page is hidden. Times are monotonic milliseconds. */
export interface StopWatch {
  /** The question was painted. */
  start(): void;
  hidden(): void;
  visible(): void;
  read(): Measured;
}

/** Without any key or touch for so long the learner is elsewhere. */
const IDLE_MS = 60_000;

export function createStopWatch(now: () => number): StopWatch {
  let startedAt = now();
  let hiddenAt: number | undefined;
  let awayMs = 0;
  let switches = 0;
  return {
    start() {
      startedAt = now();
      hiddenAt = undefined;
      awayMs = 0;
      switches = 0;
    },
    hidden() {
      hiddenAt ??= now();
    },
    visible() {
      if (hiddenAt === undefined) return;
      awayMs += now() - hiddenAt;
      switches += 1;
      hiddenAt = undefined;
    },
    read() {
      const open = hiddenAt === undefined ? 0 : now() - hiddenAt;
      const activeMs = Math.max(0, now() - startedAt - awayMs - open);
      const idleMs = Math.max(0, activeMs - IDLE_MS);
      return {
        responseTimeMs: Math.round(activeMs - idleMs),
        pausedTimeMs: Math.round(idleMs),
        pauseCount: idleMs > 0 ? 1 : 0,
        focusLossDurationMs: Math.round(awayMs + open),
        switchCount: switches,
      };
    },
  };
}

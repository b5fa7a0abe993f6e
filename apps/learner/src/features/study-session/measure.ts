/** What the engine wants to know about one question, measured while it stands on the screen. */
export interface Measured {
  /** From its first paint to the answer, without pauses. */
  readonly responseTimeMs: number;
  readonly pausedTimeMs: number;
  readonly pauseCount: number;
  readonly focusLossDurationMs: number;
  readonly switchCount: number;
}

/**
 * A stop watch that stands still while the app is left or nobody stirs. Times are monotonic
 * milliseconds.
 */
export interface StopWatch {
  /** The question was painted. */
  start(): void;
  /** A key, a touch, a move: somebody is there. */
  active(): void;
  /** The page is hidden, or another window has the focus. */
  hidden(): void;
  visible(): void;
  read(): Measured;
}

/** Without any key or touch for so long the learner is elsewhere. */
const IDLE_MS = 60_000;

export function createStopWatch(now: () => number): StopWatch {
  let startedAt: number;
  /** Since when nothing stirred; while the app is left that does not count. */
  let stirredAt: number;
  let hiddenAt: number | undefined;
  let awayMs: number;
  let switches: number;
  let idleMs: number;
  let pauses: number;
  const start = () => {
    startedAt = stirredAt = now();
    hiddenAt = undefined;
    awayMs = switches = idleMs = pauses = 0;
  };
  const idleSince = () => Math.max(0, (hiddenAt ?? now()) - stirredAt - IDLE_MS);
  const stir = () => {
    const idle = idleSince();
    idleMs += idle;
    if (idle > 0) pauses += 1;
    stirredAt = now();
  };
  start();
  return {
    start,
    active() {
      if (hiddenAt === undefined) stir();
    },
    hidden() {
      hiddenAt ??= now();
    },
    visible() {
      if (hiddenAt === undefined) return;
      stir();
      awayMs += now() - hiddenAt;
      switches += 1;
      hiddenAt = undefined;
    },
    read() {
      const open = hiddenAt === undefined ? 0 : now() - hiddenAt;
      const idle = idleSince();
      const pausedMs = idleMs + idle;
      return {
        responseTimeMs: Math.round(Math.max(0, now() - startedAt - awayMs - open - pausedMs)),
        pausedTimeMs: Math.round(pausedMs),
        pauseCount: pauses + (idle > 0 ? 1 : 0),
        focusLossDurationMs: Math.round(awayMs + open),
        switchCount: switches,
      };
    },
  };
}

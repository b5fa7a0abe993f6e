/** The engine's inputs about one question, measured while it is on the screen. */
export interface Measured {
  /** Milliseconds from the question's first paint to the answer, without pauses. */
  readonly responseTimeMs: number;
  readonly pausedTimeMs: number;
  readonly pauseCount: number;
  readonly focusLossDurationMs: number;
  readonly switchCount: number;
}

/**
 * A stopwatch that pauses while the app is in the background or the learner is idle. Times are
 * monotonic milliseconds.
 */
export interface StopWatch {
  /** The question was painted. */
  start(): void;
  /** A key press, touch or pointer move: the learner is present. */
  active(): void;
  /** The page is hidden, or another window has the focus. */
  hidden(): void;
  visible(): void;
  read(): Measured;
}

/** After this long without input, the learner counts as away. */
const IDLE_MS = 60_000;

export function createStopWatch(now: () => number): StopWatch {
  let startedAt: number;
  /** The last input; time in the background does not count as idle. */
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

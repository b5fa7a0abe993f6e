/**
 * The service's time as far as this browser knows it, because a device whose clock is a day off
 * must not see tomorrow's words. It serves days, due dates and the screen. Answers carry the
 * device's own time, which the service corrects by `sentAt` from the same clock.
 */
export interface ServerClock {
  /** Unix milliseconds of the service. */
  nowMs(): number;
  /** Service minus device, in milliseconds; 0 until the first reply. */
  offsetMs(): number;
  /**
   * Reads the time from a reply.
   * @param text        `X-Server-Time` (Unix milliseconds) or `Date` (a whole second); null: none
   * @param sentMs      when the request was sent, by the device's clock
   * @param receivedMs  when its reply arrived
   */
  heard(text: string | null, sentMs: number, receivedMs: number): void;
}

interface ClockParts {
  /** The device's clock, Unix milliseconds. */
  readonly deviceMs: () => number;
  /** Offset from an earlier visit, for starting without a network. */
  readonly keptOffsetMs?: number;
  /** Called when the offset changed by more than a second. */
  readonly onOffset?: (offsetMs: number) => void;
}

interface Sample {
  readonly offsetMs: number;
  /** The true offset is within this of `offsetMs`. */
  readonly errorMs: number;
  readonly atMs: number;
}

/** The most that device clocks drift, as a fraction of elapsed time. */
const DRIFT = 100e-6;
/** Smaller changes are not worth storing. */
const NOTICED_MS = 1_000;
const SECOND_MS = 1_000;

/** A clock that keeps its most accurate sample (Cristian's method, one sample per reply). */
export function createServerClock({ deviceMs, keptOffsetMs = 0, onOffset }: ClockParts) {
  let best: Sample = { offsetMs: keptOffsetMs, errorMs: Infinity, atMs: deviceMs() };
  let reported = keptOffsetMs;
  const take = (sample: Sample) => {
    const ageMs = Math.abs(sample.atMs - best.atMs);
    const errorNowMs = best.errorMs + ageMs * DRIFT;
    // Beyond both errors, somebody must have set the device's clock, so use the new sample.
    const contradicts =
      Math.abs(sample.offsetMs - best.offsetMs) > sample.errorMs + errorNowMs + NOTICED_MS;
    if (sample.errorMs >= errorNowMs && !contradicts) return;
    best = sample;
    if (Math.abs(best.offsetMs - reported) <= NOTICED_MS) return;
    reported = best.offsetMs;
    onOffset?.(reported);
  };
  const clock: ServerClock = {
    nowMs: () => deviceMs() + best.offsetMs,
    offsetMs: () => best.offsetMs,
    heard(text, sentMs, receivedMs) {
      const read = readTime(text);
      if (read === undefined || receivedMs < sentMs) return;
      const middleMs = (sentMs + receivedMs) / 2;
      const errorMs = (receivedMs - sentMs) / 2 + read.errorMs;
      take({ offsetMs: read.atMs - middleMs, errorMs, atMs: receivedMs });
    },
  };
  return clock;
}

function readTime(text: string | null): { atMs: number; errorMs: number } | undefined {
  if (text === null || text === "") return undefined;
  if (/^\d{12,15}$/.test(text)) return { atMs: Number(text), errorMs: 0 };
  const second = Date.parse(text);
  if (Number.isNaN(second)) return undefined;
  return { atMs: second + SECOND_MS / 2, errorMs: SECOND_MS / 2 };
}

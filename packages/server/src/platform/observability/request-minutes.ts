import { countRequest, emptyTally, latencyBucket, type RequestTally } from "./request-tally.ts";

/** Length of the parts of a minute, for the shortest window. */
export const SLOT_MS = 15_000;
export const MINUTE_MS = 60_000;

/** Maximum number of minutes that wait to be stored; beyond it, the oldest are lost. */
const WAITING_MAX = 60;

/** The requests of one minute. */
export interface RequestMinute {
  /** Epoch milliseconds, a multiple of a minute. */
  readonly startMs: number;
  /** By quarters of the minute. */
  readonly slots: readonly RequestTally[];
  /** By method and path of the contract. */
  readonly routes: ReadonlyMap<string, RequestTally>;
}

/** The requests of this process by minute, until they are stored. */
export interface RequestMinutes {
  /** @param route  method and path of the contract */
  note(request: NotedRequest): void;
  /** The minutes not yet stored, oldest first; the last one may be incomplete. */
  waiting(): readonly RequestMinute[];
  /** Call when these minutes are stored. */
  stored(minutes: readonly RequestMinute[]): void;
}

interface NotedRequest {
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
  readonly nowMs: number;
  readonly deliberate: boolean;
}

interface OpenMinute extends RequestMinute {
  readonly slots: readonly [RequestTally, RequestTally, RequestTally, RequestTally];
  readonly routes: Map<string, RequestTally>;
}

export function createRequestMinutes(): RequestMinutes {
  let minutes: OpenMinute[] = [];
  let current: OpenMinute | undefined;

  const open = (startMs: number): OpenMinute => {
    const slots = [emptyTally(), emptyTally(), emptyTally(), emptyTally()] as const;
    current = { startMs, slots, routes: new Map() };
    minutes = [...minutes.slice(1 - WAITING_MAX), current];
    return current;
  };

  return {
    note({ route, status, seconds, nowMs, deliberate }) {
      const inMinuteMs = nowMs % MINUTE_MS;
      const startMs = nowMs - inMinuteMs;
      const minute = current?.startMs === startMs ? current : open(startMs);
      let tally = minute.routes.get(route);
      if (tally === undefined) minute.routes.set(route, (tally = emptyTally()));
      const bucket = latencyBucket(seconds * 1_000);
      countRequest(tally, bucket, status, deliberate);
      const slot = minute.slots[Math.floor(inMinuteMs / SLOT_MS)] ?? minute.slots[0];
      countRequest(slot, bucket, status, deliberate);
    },
    waiting: () => minutes,
    stored(done) {
      minutes = minutes.filter((minute) => !done.includes(minute));
      if (current !== undefined && done.includes(current)) current = undefined;
    },
  };
}

import type { Redis } from "ioredis";

/** Before the first entry of a stream. */
const BEGINNING = "0-0";

/** How far this process has heard one of Redis' streams. */
export interface StreamCursor {
  readonly at: string;
  moveTo(entryId: string): void;
  /**
   * Finds out where to go on after a break.
   *
   * @returns `same` when it is where we left off; `new` when there is no knowing what was missed,
   *          and we stand at the end
   */
  resume(redis: Redis): Promise<"same" | "new">;
}

/** @param key  of the stream */
export function createStreamCursor(key: string): StreamCursor {
  let at: string | undefined;

  return {
    get at() {
      return at ?? BEGINNING;
    },
    moveTo: (entryId) => void (at = entryId),
    async resume(redis) {
      const [[newest = BEGINNING] = []] = await redis.xrevrange(key, "+", "-", "COUNT", 1);
      // A Redis that lost its memory, or a twin that took over, may be behind what we have heard.
      if (at !== undefined && !isBefore(newest, at)) return "same";
      at = newest;
      return "new";
    },
  };
}

/** Ids are milliseconds and a number within them. */
function isBefore(one: string, other: string): boolean {
  const [ms = 0, nr = 0] = one.split("-").map(Number);
  const [otherMs = 0, otherNr = 0] = other.split("-").map(Number);
  return ms < otherMs || (ms === otherMs && nr < otherNr);
}

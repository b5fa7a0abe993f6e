import type { Redis } from "ioredis";

/** Before the first entry of a stream. */
const BEGINNING = "0-0";

/** The position of this process in a Redis stream. */
export interface StreamCursor {
  readonly at: string;
  moveTo(entryId: string): void;
  /**
   * Finds the position at which to continue after a break.
   *
   * @returns `same` if it can continue where it stopped; `new` if missed entries cannot be
   *   determined; the position is then the end of the stream
   */
  resume(redis: Redis): Promise<"same" | "new">;
}

/** @param key  the key of the stream */
export function createStreamCursor(key: string): StreamCursor {
  let at: string | undefined;

  return {
    get at() {
      return at ?? BEGINNING;
    },
    moveTo: (entryId) => void (at = entryId),
    async resume(redis) {
      const [[newest = BEGINNING] = []] = await redis.xrevrange(key, "+", "-", "COUNT", 1);
      // After data loss or a failover, Redis may be behind our position.
      if (at !== undefined && !isBefore(newest, at)) return "same";
      at = newest;
      return "new";
    },
  };
}

/** Ids consist of milliseconds and a sequence number. */
function isBefore(one: string, other: string): boolean {
  const [ms = 0, nr = 0] = one.split("-").map(Number);
  const [otherMs = 0, otherNr = 0] = other.split("-").map(Number);
  return ms < otherMs || (ms === otherMs && nr < otherNr);
}

import type { Clock } from "../time/clock.ts";
import { createTtlCache } from "../memory/ttl-cache.ts";
import type { Session } from "./session.ts";

/** How long the end of a session by another process may go unnoticed. */
const FRESH_FOR_MS = 1_000;

/** Half a kilobyte each. */
const ENTRIES_MAX = 10_000;

/** Caches active sessions briefly, so that a busy learner costs one query per second. */
export interface SessionCache {
  get(id: string, load: () => Promise<Session | undefined>): Promise<Session | undefined>;
  drop(ids: readonly string[]): void;
  forget(accountId: string): void;
}

export function createSessionCache(clock: Clock): SessionCache {
  const limits = { entriesMax: ENTRIES_MAX, ttlMs: FRESH_FOR_MS };
  const live = createTtlCache<Session>(clock, limits);

  return {
    async get(id, load) {
      const session = await live.readOne(id, load);
      return session !== undefined && session.expiresAtMs > clock.nowMs() ? session : undefined;
    },
    drop(ids) {
      for (const id of ids) live.forget(id);
    },
    forget(accountId) {
      live.forgetWhere((session) => session.accountId === accountId);
    },
  };
}

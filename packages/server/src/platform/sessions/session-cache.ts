import type { Clock } from "../clock.ts";
import { createFreshMap } from "../fresh-map.ts";
import type { Session } from "./sessions.ts";

/** How long an ending by another process may stay unnoticed. */
const FRESH_FOR_MS = 1_000;

const ENTRIES_MAX = 20_000;

/** Remembers live sessions for a moment, so that a busy learner costs one query a second. */
export interface SessionCache {
  get(id: string, load: () => Promise<Session | undefined>): Promise<Session | undefined>;
  drop(ids: readonly string[]): void;
  forget(accountId: string): void;
}

export function createSessionCache(clock: Clock): SessionCache {
  const limits = { entriesMax: ENTRIES_MAX, freshForMs: FRESH_FOR_MS };
  const live = createFreshMap<Session>(clock, limits);

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

import type { Clock } from "../clock.ts";
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
  const entries = new Map<string, { session: Session; loadedAtMs: number }>();
  // Counts endings. A load that began before an ending may carry what has just been ended, so its
  // result is used once but not remembered.
  let endings = 0;

  async function loadFresh(id: string, load: () => Promise<Session | undefined>) {
    const endingsBefore = endings;
    const loadedAtMs = clock.monotonicMs();
    const session = await load();
    if (session === undefined) return undefined;
    if (endings === endingsBefore) {
      if (entries.size >= ENTRIES_MAX) entries.clear();
      entries.set(id, { session, loadedAtMs });
    }
    return session;
  }

  return {
    async get(id, load) {
      const known = entries.get(id);
      const fresh = known !== undefined && clock.monotonicMs() - known.loadedAtMs < FRESH_FOR_MS;
      if (!fresh) entries.delete(id);
      const session = fresh ? known.session : await loadFresh(id, load);
      return session !== undefined && session.expiresAtMs > clock.nowMs() ? session : undefined;
    },
    drop(ids) {
      endings += 1;
      for (const id of ids) entries.delete(id);
    },
    forget(accountId) {
      endings += 1;
      for (const [id, { session }] of entries) {
        if (session.accountId === accountId) entries.delete(id);
      }
    },
  };
}

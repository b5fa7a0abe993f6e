import type { ApiKeys } from "../identity/api-keys.ts";
import type { Sessions } from "../identity/sessions.ts";
import type { Log } from "../observability/log.ts";
import type { Clock } from "../time/clock.ts";
import { everyByTimer, type Every } from "../time/every.ts";
import type { Connection } from "./sse-connection.ts";
import { PING_SLOTS, type StreamGroup } from "./stream-group.ts";

const TICK_MS = 1_000;
const SESSION_CHECK_EVERY_TICKS = 4;
const SESSIONS_PER_QUERY = 1_000;

interface Needs {
  readonly clock: Clock;
  readonly log: Log;
  readonly sessions: Sessions;
  /** Absent if no stream was opened with an API key. */
  readonly apiKeys?: Pick<ApiKeys, "liveAmong">;
  readonly every?: Every;
}

/** One timer for all streams; stopped while there are none. */
export interface StreamTimer {
  /** Does nothing if it is already running. */
  start(): void;
  stop(): void;
}

/**
 * Every second: closes streams that do not drain and pings a fifteenth of the others, so that each
 * is pinged every 15 s without bursts. Every four seconds: ends streams whose session has ended.
 */
export function createStreamTimer(needs: Needs, groups: readonly StreamGroup[]): StreamTimer {
  const every = needs.every ?? everyByTimer;
  let cancel: (() => void) | undefined;
  let ticks = 0;
  let checking = false;

  const checkSessions = async () => {
    if (checking) return;
    checking = true;
    await closeEnded(
      needs,
      groups.flatMap((group) => [...group.all()]),
    );
    checking = false;
  };

  const onTick = () => {
    ticks += 1;
    const nowMs = needs.clock.monotonicMs();
    for (const group of groups) {
      for (const connection of group.all()) connection.checkDrain(nowMs);
      for (const connection of group.slot(ticks % PING_SLOTS)) connection.ping();
    }
    if (ticks % SESSION_CHECK_EVERY_TICKS === 0) void checkSessions();
  };

  return {
    start: () => {
      cancel ??= every(TICK_MS, onTick);
    },
    stop: () => {
      cancel?.();
      cancel = undefined;
    },
  };
}

/** Closes streams whose session or API key has ended. If the check fails, streams stay open. */
export async function closeEnded(
  needs: Pick<Needs, "apiKeys" | "log" | "sessions">,
  connections: readonly Connection[],
): Promise<void> {
  try {
    for (let from = 0; from < connections.length; from += SESSIONS_PER_QUERY) {
      const some = connections.slice(from, from + SESSIONS_PER_QUERY);
      const ids = [...new Set(some.map(({ listener }) => listener.sessionId))];
      const live = await findLive(needs, ids);
      for (const connection of some) {
        if (!live.has(connection.listener.sessionId)) connection.close();
      }
    }
  } catch (cause) {
    needs.log.warn({ cause }, "sessions of open streams could not be checked");
  }
}

/** @param ids  of sessions, and of secrets of API keys */
async function findLive(
  { apiKeys, sessions }: Pick<Needs, "apiKeys" | "sessions">,
  ids: readonly string[],
): Promise<Set<string>> {
  const live = await sessions.findMany(ids);
  const others = ids.filter((id) => !live.has(id));
  if (others.length === 0 || apiKeys === undefined) return live;
  return live.union(await apiKeys.liveAmong(others));
}

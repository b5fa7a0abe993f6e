import { createEventHub, type EventHub, type HubNeeds } from "../../platform/events/hub.ts";
import type { Listener } from "../../platform/events/sse-connection.ts";
import { randomIds } from "../../platform/basics/ids.ts";
import { silentLog } from "../../platform/observability/log.ts";
import { createPeers, type Peers } from "../../platform/peers/peers.ts";
import {
  createRedisLink,
  type LinkPaces,
  type RedisLink,
} from "../../platform/peers/redis-link.ts";
import { createRecordingSink, type RecordingSink } from "@wordloom/testing/service/recording-sink";

/** The parts of a process that use Redis. */
export interface SharedHub {
  readonly hub: EventHub;
  readonly link: RedisLink;
  readonly peers: Peers;
  /** Opens a stream, by default of learner u1. */
  open(listener?: Partial<Listener>, lastEventId?: string): RecordingSink;
}

/** A hub connected to the Redis at this URL. Close its link after the test. */
export async function startSharedHub(url: string, paces?: LinkPaces): Promise<SharedHub> {
  const link = createRedisLink({ url, log: silentLog }, paces);
  const hub = createEventHub({
    clock: { nowMs: () => 1_000, monotonicMs: () => 0 },
    ids: randomIds,
    link,
    metrics: { streams: () => {} },
    sessions: { findMany: async (ids: readonly string[]) => new Set(ids), onEnded: () => {} },
    settings: { LIMITS_MAX_SSE_CONNECTIONS: 5_000, LIMITS_MAX_SSE_CONNECTIONS_PER_USER: 5 },
    every: () => () => {},
  } as unknown as HubNeeds);
  const peers = createPeers(link, randomIds.next(), silentLog);
  await link.start();

  return {
    hub,
    link,
    peers,
    open(listener = {}, lastEventId) {
      const full: Listener = { kind: "learner", accountId: "u1", sessionId: "s1", ...listener };
      const sink = createRecordingSink();
      hub.open({ listener: full, lastEventId, maintenanceActive: false }).start(sink);
      return sink;
    },
  };
}

/** The ids of the events on a stream, oldest first. */
export function idsOn(sink: RecordingSink): string[] {
  return [...sink.text().matchAll(/^id: (.*)$/gm)].map(([, id = ""]) => id);
}

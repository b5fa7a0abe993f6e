import type { Log } from "../observability/log.ts";
import type { Entry, RedisLink } from "./redis-link.ts";
import { createStreamCursor } from "./stream-cursor.ts";

/**
 * Messages between the processes of one installation, and what `about` contains:
 *
 * - `sessions_ended`: the id of an account with ended sign-ins
 * - `work_waiting`: the name of a worker with work to do
 * - `words_changed`: nothing; cached words may be outdated
 */
type Topic = "sessions_ended" | "work_waiting" | "words_changed";

/**
 * The other processes of this installation.
 *
 * Messages are lost while the others cannot be reached, so a message may only speed up what would
 * happen anyway.
 */
export interface Peers {
  /** Never throws and never waits. */
  notify(topic: Topic, about?: string): void;
  /** Receives messages of other processes, not of this one. */
  on(topic: Topic, listener: (about: string) => void): void;
  /** False while the connection to other processes is down. */
  readonly reachable: boolean;
}

/** For a single process. */
export const noPeers: Peers = { notify: () => {}, on: () => {}, reachable: true };

const STREAM = "{wordloom}:notices";
const NOTICES_KEPT = 1_000;

/** @param bootId  identifies this process */
export function createPeers(link: RedisLink, bootId: string, log: Log): Peers {
  const listeners: { readonly topic: string; readonly listener: (about: string) => void }[] = [];
  const cursor = createStreamCursor(STREAM);

  const receive = ([entryId, fields]: Entry) => {
    const [, from, , topic, , about = ""] = fields;
    cursor.moveTo(entryId);
    if (from === bootId) return;
    for (const entry of listeners) {
      if (entry.topic === topic) attempt(() => entry.listener(about), log);
    }
  };

  link.attach({ connected: async (redis) => void (await cursor.resume(redis)) });
  link.subscribe({ key: STREAM, cursor: () => cursor.at, received: receive });

  return {
    notify(topic, about = "") {
      if (!link.up) return;
      const notice = ["from", bootId, "topic", topic, "about", about] as const;
      const sending = link.run((redis) =>
        redis.xadd(STREAM, "MAXLEN", "~", NOTICES_KEPT, "*", ...notice),
      );
      sending.catch(() => {});
    },
    on: (topic, listener) => void listeners.push({ topic, listener }),
    get reachable() {
      return link.up;
    },
  };
}

/** An error in a listener must not be mistaken for a Redis failure. */
function attempt(work: () => void, log: Log): void {
  try {
    work();
  } catch (cause) {
    log.error({ cause }, "a notice from another process could not be handled");
  }
}

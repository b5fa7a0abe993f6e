import type { Log } from "./log.ts";
import type { Entry, RedisLink } from "./redis/redis-link.ts";
import { createStreamCursor } from "./redis/stream-cursor.ts";

/**
 * What processes of one installation tell each other, with what is named along with it:
 *
 * - `sessions_ended`: an account, some of whose sign-ins are over
 * - `work_waiting`: a worker that has something to do
 * - `words_changed`: nothing; what is remembered of words may be old
 */
export type Topic = "sessions_ended" | "work_waiting" | "words_changed";

/**
 * The other processes of this installation.
 *
 * Messages are lost while they cannot be reached, so a message may only speed up what would happen
 * anyway.
 */
export interface Peers {
  /** Never throws and never waits. */
  tell(topic: Topic, about?: string): void;
  /** Hears messages of other processes, not of this one. */
  on(topic: Topic, listener: (about: string) => void): void;
  /** False while the connection to other processes is down. */
  readonly reachable: boolean;
}

/** For a process that runs alone. */
export const noPeers: Peers = { tell: () => {}, on: () => {}, reachable: true };

const STREAM = "{wordloom}:notices";
const NOTICES_KEPT = 1_000;

/** @param bootId  names this process */
export function createPeers(link: RedisLink, bootId: string, log: Log): Peers {
  const listeners: { readonly topic: string; readonly listener: (about: string) => void }[] = [];
  const cursor = createStreamCursor(STREAM);

  const hear = ([entryId, fields]: Entry) => {
    const [, from, , topic, , about = ""] = fields;
    cursor.moveTo(entryId);
    if (from === bootId) return;
    for (const one of listeners) {
      if (one.topic === topic) attempt(() => one.listener(about), log);
    }
  };

  link.join({ join: async (redis) => void (await cursor.resume(redis)) });
  link.follow({ key: STREAM, cursor: () => cursor.at, heard: hear });

  return {
    tell(topic, about = "") {
      if (!link.up) return;
      const notice = ["from", bootId, "topic", topic, "about", about] as const;
      const telling = link.run((redis) =>
        redis.xadd(STREAM, "MAXLEN", "~", NOTICES_KEPT, "*", ...notice),
      );
      telling.catch(() => {});
    },
    on: (topic, listener) => void listeners.push({ topic, listener }),
    get reachable() {
      return link.up;
    },
  };
}

/** A listener that stumbles must not look like a fault of Redis. */
function attempt(work: () => void, log: Log): void {
  try {
    work();
  } catch (cause) {
    log.error({ cause }, "a notice from another process could not be handled");
  }
}

import { setTimeout as pause } from "node:timers/promises";
import type { Redis } from "ioredis";
import type { Log } from "../observability/log.ts";
import { withTimeout } from "../time/with-timeout.ts";
import { openConnection } from "./redis-connection.ts";

/** How long the link waits, ms. */
export interface LinkPaces {
  readonly connectsWithinMs: number;
  /** Redis counts as unreachable if it has not answered for this long. */
  readonly answersWithinMs: number;
  readonly retryAfterMs: number;
  /** One read of the streams, for new entries. */
  readonly readWaitsMs: number;
}

export const usualPaces: LinkPaces = {
  connectsWithinMs: 2_000,
  answersWithinMs: 1_000,
  retryAfterMs: 500,
  readWaitsMs: 400,
};

const ENTRIES_PER_READ = 500;
/**
 * Pause after a read that found something: under load, each read would otherwise find only one or
 * two entries, in every process. After a quiet moment, entries are read at once.
 */
const READS_APART_MS = 25;

/** One entry of a stream: its id, and field names and values in turn. */
export type Entry = readonly [id: string, fields: readonly string[]];

/** Receives every entry written to one Redis stream. */
interface Subscription {
  readonly key: string;
  /** The id of the last entry received; only later ones are read. */
  cursor(): string;
  received(entry: Entry): void;
}

/** A part of the service that uses the link; set up again whenever Redis becomes reachable. */
interface LinkMember {
  /** The link is up only after this has resolved. */
  connected(redis: Redis): Promise<void>;
  /** Redis no longer answers: from now on this process is on its own. */
  disconnected?(): void;
  /** This process is about to end. */
  closing?(redis: Redis): Promise<unknown>;
}

/**
 * The connection of this process to the Redis it shares with others. Redis may become unreachable
 * and reachable at any time: nothing here waits for it longer than a second, and only `run` can
 * fail.
 */
export interface RedisLink {
  /** Whether Redis answered the last command. */
  readonly up: boolean;
  /** Call it before `start`. */
  attach(member: LinkMember): void;
  /** Call it before `start`, at least once. */
  subscribe(subscription: Subscription): void;
  /** Resolves when the link is up, or after the first attempt has failed. */
  start(): Promise<void>;
  /**
   * Runs commands. Any error takes the link down for a moment.
   *
   * @throws Error at once while the link is down, otherwise within a second
   */
  run<T>(commands: (redis: Redis) => Promise<T>): Promise<T>;
  /** Calls `closing` of the members, then disconnects. */
  close(): Promise<void>;
}

interface LinkNeeds {
  readonly url: string;
  readonly log: Log;
}

interface Link {
  readonly needs: LinkNeeds;
  readonly paces: LinkPaces;
  readonly members: LinkMember[];
  readonly subscriptions: Subscription[];
  readonly closing: AbortController;
  session: LinkSession | undefined;
}

/** One period of contact with Redis: a connection for commands and one that reads the streams. */
interface LinkSession {
  readonly commands: Redis;
  readonly reader: Redis;
  /** Rejects when the session ends. */
  readonly ended: Promise<never>;
  end(cause: unknown): void;
}

export function createRedisLink(needs: LinkNeeds, paces = usualPaces): RedisLink {
  const closing = new AbortController();
  const link: Link = { needs, paces, closing, members: [], subscriptions: [], session: undefined };
  const firstTry = Promise.withResolvers<void>();
  let running: Promise<void> | undefined;

  return {
    get up() {
      return link.session !== undefined;
    },
    attach: (member) => void link.members.push(member),
    subscribe: (subscription) => void link.subscriptions.push(subscription),
    start() {
      running ??= keepConnected(link, firstTry.resolve);
      return firstTry.promise;
    },
    async run(commands) {
      const { session } = link;
      if (session === undefined) throw new Error("Redis is unreachable.");
      try {
        return await answered(link, commands(session.commands));
      } catch (cause) {
        session.end(cause);
        throw cause;
      }
    },
    async close() {
      const { session, members } = link;
      closing.abort();
      if (session !== undefined) {
        const last = members.map((member) => member.closing?.(session.commands));
        await answered(link, Promise.all(last)).catch(() => {});
        session.end(new Error("the service is stopping"));
      }
      await running;
    },
  };
}

function answered<T>({ paces }: Link, promise: Promise<T>): Promise<T> {
  return withTimeout(paces.answersWithinMs, "Redis does not answer.", promise);
}

/** Runs one session after another until the link is closed. */
async function keepConnected(link: Link, afterFirstTry: () => void): Promise<void> {
  const { closing, paces } = link;
  const { log } = link.needs;
  let reported = false;
  while (!closing.signal.aborted) {
    try {
      await runSession(link, () => {
        if (reported) log.info({}, "Redis responds again");
        reported = false;
        afterFirstTry();
      });
    } catch (cause) {
      // Logged once per outage, which may last for hours.
      const isNew = !reported && !closing.signal.aborted;
      if (isNew) log.warn({ cause }, "Redis does not respond; continuing without it");
      reported = true;
    }
    afterFirstTry();
    await pause(paces.retryAfterMs, undefined, { ref: false, signal: closing.signal }).catch(
      () => {},
    );
  }
}

/** @throws the error that ended the session */
async function runSession(link: Link, onConnected: () => void): Promise<void> {
  const session = await openSession(link.needs.url);
  try {
    await Promise.race([session.ended, connect(link, session)]);
    onConnected();
    await Promise.race([session.ended, readStreams(link, session)]);
  } finally {
    const wasUp = link.session === session;
    link.session = undefined;
    session.commands.disconnect();
    session.reader.disconnect();
    if (wasUp) for (const member of link.members) member.disconnected?.();
  }
}

async function openSession(url: string): Promise<LinkSession> {
  const ended = Promise.withResolvers<never>();
  ended.promise.catch(() => {});
  const end = (cause: unknown) => ended.reject(cause);
  return {
    commands: await openConnection(url, { enableAutoPipelining: true }, end),
    reader: await openConnection(url, {}, end),
    ended: ended.promise,
    end,
  };
}

async function connect(link: Link, session: LinkSession): Promise<void> {
  const { commands, reader } = session;
  const connecting = Promise.all([commands.connect(), reader.connect()]);
  await withTimeout(link.paces.connectsWithinMs, "Redis cannot be reached.", connecting);
  for (const member of link.members) await answered(link, member.connected(commands));
  // `close` may have been called in the meantime without finding a session to end.
  link.closing.signal.throwIfAborted();
  link.session = session;
}

async function readStreams(link: Link, { reader }: LinkSession): Promise<void> {
  const { paces, subscriptions } = link;
  const byKey = new Map(subscriptions.map((subscription) => [subscription.key, subscription]));
  const keys = [...byKey.keys()];
  for (;;) {
    const cursors = subscriptions.map((subscription) => subscription.cursor());
    const options = ["COUNT", ENTRIES_PER_READ, "BLOCK", paces.readWaitsMs, "STREAMS"] as const;
    const reply = await answered(link, reader.call("XREAD", ...options, ...keys, ...cursors));
    for (const [key, entries] of (reply ?? []) as [string, Entry[]][]) {
      for (const entry of entries) byKey.get(key)?.received(entry);
    }
    if (reply !== null) await pause(READS_APART_MS, undefined, { ref: false });
  }
}

import { setTimeout as pause } from "node:timers/promises";
import type { Redis } from "ioredis";
import type { Log } from "../log.ts";
import { within } from "../within.ts";
import { openConnection } from "./redis-connection.ts";

/** Redis counts as unreachable when it has not answered for this long. */
export const ANSWERS_WITHIN_MS = 1_000;

const CONNECTS_WITHIN_MS = 2_000;
const RETRY_AFTER_MS = 500;
/** How long one read of the streams waits for new entries. */
const READ_WAITS_MS = 400;
const ENTRIES_PER_READ = 500;

/** One entry of a stream: its id, and field names and values in turn. */
export type Entry = readonly [id: string, fields: readonly string[]];

/** Receives every entry written to one of Redis' streams. */
export interface Follower {
  readonly key: string;
  /** The id of the last entry heard of; later ones are asked for. */
  cursor(): string;
  heard(entry: Entry): void;
}

/** Takes part in the link: set up again whenever Redis becomes reachable. */
export interface Member {
  /** The link is not up before this is through. */
  join(redis: Redis): Promise<void>;
  /** Redis does not answer any more: from now on this process is on its own. */
  leave?(): void;
  /** This process is going to end. */
  farewell?(redis: Redis): Promise<unknown>;
}

/**
 * This process's way to the Redis it shares with others. Redis may go and come at any time: nothing
 * here waits for it longer than a second, and nothing but `run` can fail.
 */
export interface RedisLink {
  /** Whether Redis answered the last time it was asked. */
  readonly up: boolean;
  /** Before `start`. */
  join(member: Member): void;
  /** Before `start`; at least one. */
  follow(follower: Follower): void;
  /** Returns when Redis answers, or has been given time to. */
  start(): Promise<void>;
  /**
   * Commands for Redis. Whatever goes wrong takes the link down for a moment.
   *
   * @throws Error at once while the link is down, else within a second
   */
  run<T>(commands: (redis: Redis) => Promise<T>): Promise<T>;
  /** Says farewell and hangs up. */
  close(): Promise<void>;
}

interface Link {
  readonly needs: { readonly url: string; readonly log: Log };
  readonly members: Member[];
  readonly followers: Follower[];
  readonly closing: AbortController;
  visit: Visit | undefined;
}

/** From Redis' coming to its going: a connection for commands, and one that waits for news. */
interface Visit {
  readonly commands: Redis;
  readonly news: Redis;
  /** Rejects when it is over. */
  readonly over: Promise<never>;
  end(cause: unknown): void;
}

export function createRedisLink(needs: Link["needs"]): RedisLink {
  const closing = new AbortController();
  const link: Link = { needs, closing, members: [], followers: [], visit: undefined };
  const firstTry = Promise.withResolvers<void>();
  let life: Promise<void> | undefined;

  return {
    get up() {
      return link.visit !== undefined;
    },
    join: (member) => void link.members.push(member),
    follow: (follower) => void link.followers.push(follower),
    start() {
      life ??= keepInTouch(link, firstTry.resolve);
      return firstTry.promise;
    },
    async run(commands) {
      const { visit } = link;
      if (visit === undefined) throw new Error("Redis is out of reach.");
      try {
        return await answered(commands(visit.commands));
      } catch (cause) {
        visit.end(cause);
        throw cause;
      }
    },
    async close() {
      const { visit, members } = link;
      closing.abort();
      if (visit !== undefined) {
        const words = members.map((member) => member.farewell?.(visit.commands));
        await answered(Promise.all(words)).catch(() => {});
        visit.end(new Error("the service is stopping"));
      }
      await life;
    },
  };
}

function answered<T>(promise: Promise<T>): Promise<T> {
  return within(ANSWERS_WITHIN_MS, "Redis does not answer.", promise);
}

/** Visits one after the other, until the link is closed. */
async function keepInTouch(link: Link, afterFirstTry: () => void): Promise<void> {
  const { closing } = link;
  const { log } = link.needs;
  let told = false;
  while (!closing.signal.aborted) {
    try {
      await visitRedis(link, () => {
        if (told) log.info({}, "Redis answers again");
        told = false;
        afterFirstTry();
      });
    } catch (cause) {
      // Once per outage: it may last for hours.
      const news = !told && !closing.signal.aborted;
      if (news) log.warn({ cause }, "Redis does not answer; continuing without it");
      told = true;
    }
    afterFirstTry();
    await pause(RETRY_AFTER_MS, undefined, { ref: false, signal: closing.signal }).catch(() => {});
  }
}

/** @throws what ended the visit, sooner or later */
async function visitRedis(link: Link, onArrival: () => void): Promise<void> {
  const visit = await beginVisit(link.needs.url);
  try {
    await Promise.race([visit.over, arrive(link, visit)]);
    onArrival();
    await Promise.race([visit.over, hearNews(link, visit)]);
  } finally {
    const wasUp = link.visit === visit;
    link.visit = undefined;
    visit.commands.disconnect();
    visit.news.disconnect();
    if (wasUp) for (const member of link.members) member.leave?.();
  }
}

async function beginVisit(url: string): Promise<Visit> {
  const over = Promise.withResolvers<never>();
  over.promise.catch(() => {});
  const end = (cause: unknown) => over.reject(cause);
  return {
    commands: await openConnection(url, { enableAutoPipelining: true }, end),
    news: await openConnection(url, {}, end),
    over: over.promise,
    end,
  };
}

async function arrive(link: Link, visit: Visit): Promise<void> {
  const { commands, news } = visit;
  const connecting = Promise.all([commands.connect(), news.connect()]);
  await within(CONNECTS_WITHIN_MS, "Redis cannot be reached.", connecting);
  for (const member of link.members) await answered(member.join(commands));
  // Whoever closed the link meanwhile found no visit to end.
  link.closing.signal.throwIfAborted();
  link.visit = visit;
}

async function hearNews({ followers }: Link, { news }: Visit): Promise<void> {
  const byKey = new Map(followers.map((follower) => [follower.key, follower]));
  const keys = [...byKey.keys()];
  for (;;) {
    const cursors = followers.map((follower) => follower.cursor());
    const asked = ["COUNT", ENTRIES_PER_READ, "BLOCK", READ_WAITS_MS, "STREAMS"] as const;
    const reply = await answered(news.call("XREAD", ...asked, ...keys, ...cursors));
    for (const [key, entries] of (reply ?? []) as [string, Entry[]][]) {
      for (const entry of entries) byKey.get(key)?.heard(entry);
    }
  }
}

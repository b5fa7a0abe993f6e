import type { Redis } from "ioredis";
import type { RedisLink } from "../peers/redis-link.ts";
import { redisScript } from "../peers/redis-script.ts";
import type { Clock } from "../time/clock.ts";
import type { Hit, RateLimitStore } from "./rate-limit-store.ts";

/** Smaller limits, such as that of sign-ins, are counted exactly, one call at a time. */
const ROOMY = 100;
/** Share of a limit up to which this process counts alone and shares its hits later. */
const FAR = 0.5;
const TOLD_EVERY_MS = 250;
/** Maximum windows per command, since Redis is blocked while it runs. */
const TOLD_AT_ONCE = 256;
/**
 * Maximum windows counted here, 200 bytes each; a caller without a window is counted one call at a
 * time.
 */
const WINDOWS_MAX = 50_000;

/**
 * Adds hits to windows, starting those that are not open; returns the count and the remaining
 * milliseconds of each. Negative hits are given back, to open windows only.
 *
 * ARGV: two per key: hits, and the length of the window in milliseconds.
 */
const addHits = redisScript<number[]>(
  "wordloomHits",
  "counted",
  `
  local reply = {}
  for i, key in ipairs(KEYS) do
    local hits = tonumber(ARGV[2 * i - 1])
    local count = 0
    if hits > 0 then
      count = redis.call('INCRBY', key, hits)
      if count == hits then redis.call('PEXPIRE', key, ARGV[2 * i]) end
    elseif redis.call('EXISTS', key) == 1 then
      count = math.max(0, tonumber(redis.call('GET', key)) + hits)
      redis.call('SET', key, count, 'KEEPTTL')
    end
    reply[2 * i - 1] = count
    reply[2 * i] = redis.call('PTTL', key)
  end
  return reply`,
);

/** A window as this process knows it. */
interface Window {
  readonly key: string;
  readonly lengthMs: number;
  /** Hits of all processes at the last reply, plus those of this process since. */
  count: number;
  endsAtMs: number;
  /** Hits not yet sent to Redis, without those given back. */
  unsent: number;
}

interface Shared {
  readonly link: RedisLink;
  readonly clock: Pick<Clock, "monotonicMs">;
  readonly windows: Map<string, Window>;
  readonly unsent: Set<Window>;
}

/**
 * Counters in Redis, shared by all processes. A caller far below a roomy limit is counted here, and
 * Redis gets everyone's hits four times a second: a command per request would cost a tenth of the
 * request. Processes together may therefore exceed a limit somewhat in the quarter second in which
 * it is reached; limits below a hundred are exact.
 *
 * While Redis is unreachable, and for hits that it does not count in time, each process counts
 * alone.
 *
 * @param local  the counters of this process
 */
export function createSharedStore(
  needs: Pick<Shared, "clock" | "link">,
  local: RateLimitStore,
): RateLimitStore {
  const { clock, link } = needs;
  const shared: Shared = { ...needs, windows: new Map(), unsent: new Set() };
  return {
    hit(bucket, key, windowMs, max = 0) {
      if (!link.up) return local.hit(bucket, key, windowMs, max);
      const name = nameOf(bucket, key);
      const window = max < ROOMY ? undefined : openWindow(shared, name, windowMs);
      if (window !== undefined && isOpen(window, clock) && window.count < max * FAR) {
        return hitHere(shared, window);
      }
      return hitThere(shared, window ?? newWindow(name, windowMs)).catch(() =>
        local.hit(bucket, key, windowMs, max),
      );
    },
    async giveBack(bucket, key, windowMs, max = 0) {
      if (!link.up) return local.giveBack(bucket, key, windowMs, max);
      const name = nameOf(bucket, key);
      const window = shared.windows.get(name) ?? newWindow(name, windowMs);
      window.count -= 1;
      window.unsent -= 1;
      // If this fails, processes count alone, and the hit remains counted where it was.
      await link.run((redis) => tell(shared, redis, [window])).catch(() => {});
    },
    sweep() {
      let dropped = 0;
      for (const [name, window] of shared.windows) {
        if (isOpen(window, clock)) continue;
        shared.windows.delete(name);
        dropped += 1;
      }
      return dropped + local.sweep();
    },
  };
}

function nameOf(bucket: string, key: string): string {
  return `{wordloom}:limit:${bucket}:${key}`;
}

/** The window of a caller; a caller that was never counted gets one that has ended. */
function openWindow({ windows }: Shared, key: string, lengthMs: number): Window {
  const known = windows.get(key);
  if (known !== undefined) return known;
  const [oldest] = windows.keys();
  if (windows.size >= WINDOWS_MAX && oldest !== undefined) windows.delete(oldest);
  const window = newWindow(key, lengthMs);
  windows.set(key, window);
  return window;
}

function newWindow(key: string, lengthMs: number): Window {
  return { key, lengthMs, count: 0, endsAtMs: 0, unsent: 0 };
}

function isOpen({ endsAtMs }: Window, { monotonicMs }: Shared["clock"]): boolean {
  return endsAtMs > monotonicMs();
}

function hitHere(shared: Shared, window: Window): Hit {
  window.count += 1;
  window.unsent += 1;
  if (shared.unsent.size === 0) setTimeout(() => notifyAll(shared), TOLD_EVERY_MS).unref();
  shared.unsent.add(window);
  return { count: window.count, resetInMs: window.endsAtMs - shared.clock.monotonicMs() };
}

async function hitThere(shared: Shared, window: Window): Promise<Hit> {
  window.unsent += 1;
  const [hit] = await shared.link.run((redis) => tell(shared, redis, [window]));
  return hit ?? { count: 1, resetInMs: window.lengthMs };
}

function notifyAll(shared: Shared): void {
  const windows = [...shared.unsent].filter(({ unsent }) => unsent !== 0);
  shared.unsent.clear();
  for (let at = 0; at < windows.length; at += TOLD_AT_ONCE) {
    const some = windows.slice(at, at + TOLD_AT_ONCE);
    // If this fails, the link is down, and processes count alone.
    shared.link.run((redis) => tell(shared, redis, some)).catch(() => {});
  }
}

async function tell({ clock }: Shared, redis: Redis, windows: readonly Window[]): Promise<Hit[]> {
  const keys = windows.map(({ key }) => key);
  const hits = windows.flatMap(({ unsent, lengthMs }) => [unsent, lengthMs]);
  for (const window of windows) window.unsent = 0;
  const reply = await addHits(redis, keys.length, ...keys, ...hits);
  return windows.map((window, index) => {
    const [count = 0, leftMs = 0] = reply.slice(2 * index, 2 * index + 2);
    const resetInMs = Math.max(0, leftMs);
    window.count = count + window.unsent;
    window.endsAtMs = clock.monotonicMs() + resetInMs;
    return { count, resetInMs };
  });
}

import type { Clock } from "../time/clock.ts";
import type { Database } from "../database/tables.ts";
import { perApp } from "./per-app.ts";

/** An in-memory cache of values stored elsewhere; each entry is trusted for a limited time. */
export interface TtlCache<V> {
  /** The cached value; undefined if it has to be read again. */
  get(key: string): V | undefined;
  /**
   * The cached values plus the missing ones from a single call of `load`, in the order of `keys`.
   * Keys that `load` does not return are absent from the result and loaded again next time.
   */
  read(
    keys: readonly string[],
    load: (missing: readonly string[]) => Promise<ReadonlyMap<string, V>>,
  ): Promise<Map<string, V>>;
  /** The same for a single key; when `load` returns undefined, nothing is cached. */
  readOne<W extends V | undefined>(key: string, load: () => Promise<W>): Promise<V | W>;
  set(key: string, value: V): void;
  /** Call it after this process changed the value, so that the change takes effect at once. */
  forget(key: string): void;
  forgetWhere(isChanged: (value: V) => boolean): void;
  /** Drops expired entries. @returns how many */
  sweep(): number;
}

export interface TtlCacheOptions<V> {
  /** Maximum number of entries; beyond that, those added first are dropped. */
  readonly entriesMax: number;
  /** How long an entry is valid, ms; Infinity: until `forget`. */
  readonly ttlMs: number | ((value: V) => number);
}

interface Entry<V> {
  readonly value: V;
  /** Monotonic. */
  readonly untilMs: number;
}

export function createTtlCache<V>(
  clock: Pick<Clock, "monotonicMs">,
  { entriesMax, ttlMs }: TtlCacheOptions<V>,
): TtlCache<V> {
  const entries = new Map<string, Entry<V>>();
  // Counts calls of forget. A load in progress during such a call may have read the old value, so
  // its result is returned once but not cached.
  let forgotten = 0;

  const atHand = (key: string, nowMs: number) => {
    const entry = entries.get(key);
    return entry !== undefined && entry.untilMs > nowMs ? entry : undefined;
  };

  const set = (key: string, value: V, nowMs: number) => {
    const forMs = typeof ttlMs === "number" ? ttlMs : ttlMs(value);
    // A Map keeps insertion order, so the oldest entries come first.
    entries.delete(key);
    entries.set(key, { value, untilMs: nowMs + forMs });
    if (entries.size <= entriesMax) return;
    const [oldest] = entries.keys();
    if (oldest !== undefined) entries.delete(oldest);
  };

  return {
    get: (key) => atHand(key, clock.monotonicMs())?.value,
    async read(keys, load) {
      const nowMs = clock.monotonicMs();
      const found = new Map<string, V>();
      const missing: string[] = [];
      for (const key of keys) {
        const entry = atHand(key, nowMs);
        if (entry === undefined) missing.push(key);
        else found.set(key, entry.value);
      }
      if (missing.length === 0) return found;
      const before = forgotten;
      const loaded = await load(missing);
      if (forgotten === before) for (const [key, value] of loaded) set(key, value, nowMs);
      return inOrder(keys, found, loaded);
    },
    async readOne(key, load) {
      const nowMs = clock.monotonicMs();
      const entry = atHand(key, nowMs);
      if (entry !== undefined) return entry.value;
      const before = forgotten;
      const value = await load();
      if (value !== undefined && forgotten === before) set(key, value as V, nowMs);
      return value;
    },
    set: (key, value) => set(key, value, clock.monotonicMs()),
    forget(key) {
      forgotten += 1;
      entries.delete(key);
    },
    forgetWhere(isChanged) {
      forgotten += 1;
      for (const [key, { value }] of entries) if (isChanged(value)) entries.delete(key);
    },
    sweep() {
      const nowMs = clock.monotonicMs();
      const held = entries.size;
      for (const [key, { untilMs }] of entries) if (untilMs <= nowMs) entries.delete(key);
      return held - entries.size;
    },
  };
}

function inOrder<V>(
  keys: readonly string[],
  ...from: readonly ReadonlyMap<string, V>[]
): Map<string, V> {
  const all = new Map<string, V>();
  for (const key of keys) {
    for (const part of from) if (part.has(key)) all.set(key, part.get(key) as V);
  }
  return all;
}

interface Needs {
  readonly clock: Clock;
  readonly database: Database;
}

/** One cache per app, swept together with everything else the app keeps in memory. */
export function ttlCachePerApp<V>(options: TtlCacheOptions<V>): (needs: Needs) => TtlCache<V> {
  return perApp(({ clock }: Needs) => createTtlCache(clock, options), {
    sweep: (held) => void held.sweep(),
  });
}

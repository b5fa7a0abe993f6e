import { observable } from "@wordloom/web/state";

/** Sounds that this browser keeps for one learner, so that they play at once and offline. */

const PREFIX = "sounds.";
/** All sounds of a learner together. */
const BYTES_MAX = 50 * 1024 * 1024;
const SIZE = "x-sound-bytes";

interface Kept {
  readonly name: string;
  readonly cache: Cache;
  /** Bytes by path, the least used first. */
  readonly sizes: Map<string, number>;
}

let kept: Kept | undefined;
let opening: string | undefined;

/** Changes when sounds come or go. */
export const keptSoundCount = observable(0);

/** Opens the sounds of a learner, and removes those of others. Browsers may have no such store. */
export async function openKeptSounds(account: string): Promise<void> {
  if (typeof caches === "undefined") return;
  const name = PREFIX + account;
  opening = name;
  try {
    const others = (await caches.keys()).filter((one) => one.startsWith(PREFIX) && one !== name);
    await Promise.all(others.map((one) => caches.delete(one)));
    const cache = await caches.open(name);
    const sizes = await sizesIn(cache);
    if (opening !== name) return;
    kept = { name, cache, sizes };
    keptSoundCount.set(sizes.size);
  } catch {
    // Private windows may refuse it; sounds are fetched each time.
  }
}

/** The browser lists entries in the order in which they were stored. */
async function sizesIn(cache: Cache): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for (const request of await cache.keys()) {
    const reply = await cache.match(request);
    const { pathname, search } = new URL(request.url);
    sizes.set(pathname + search, Number(reply?.headers.get(SIZE) ?? 0));
  }
  return sizes;
}

/** Forgets what was opened, and removes it if told so. */
export async function closeKeptSounds(account?: string): Promise<void> {
  opening = undefined;
  kept = undefined;
  keptSoundCount.set(0);
  if (account !== undefined && typeof caches !== "undefined") {
    await caches.delete(PREFIX + account).catch(() => false);
  }
}

/** Whether this browser keeps sounds now. */
export function canKeepSounds(): boolean {
  return kept !== undefined;
}

export function isSoundKept(path: string): boolean {
  return kept?.sizes.has(path) ?? false;
}

/** @returns undefined if it has to be fetched */
export async function keptSound(path: string): Promise<Blob | undefined> {
  const { cache, sizes } = kept ?? {};
  if (cache === undefined || sizes?.has(path) !== true) return undefined;
  const reply = await cache.match(path).catch(() => undefined);
  const bytes = await reply?.blob();
  // Stored anew, it is the one used last. The learner who waits for the sound need not wait for it.
  if (bytes !== undefined) void keepSound(path, bytes);
  return bytes;
}

/** Keeps a sound, in place of the least used ones if there is no room. */
export async function keepSound(path: string, bytes: Blob): Promise<void> {
  if (kept === undefined || bytes.size > BYTES_MAX) return;
  const { cache, sizes } = kept;
  try {
    const others = [...sizes].filter(([other]) => other !== path);
    let total = others.reduce((sum, [, size]) => sum + size, bytes.size);
    for (const [other, size] of others) {
      if (total <= BYTES_MAX) break;
      sizes.delete(other);
      await cache.delete(other);
      total -= size;
    }
    const headers = { "content-type": bytes.type, [SIZE]: String(bytes.size) };
    await cache.put(path, new Response(bytes, { headers }));
    // Until here the sound counts as kept, if it was: a second press finds it offline, too.
    sizes.delete(path);
    sizes.set(path, bytes.size);
  } catch {
    // The disk is full, or another tab signed out.
  }
  keptSoundCount.set(sizes.size);
}

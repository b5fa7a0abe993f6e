import type { KitWord, StudyKit } from "@wordloom/contract";
import type { BrowserStore, StoreTransaction } from "../../platform/browser-store.ts";
import { isPuttingAside, readEntries } from "../outbox/outbox-entry.ts";

/** An hour of study, kept in the browser: no question waits for the network. */
export interface Kit {
  readonly fetchedAtMs: number;
  readonly plan: StudyKit["plan"];
  readonly batchSize: number;
  /** In the order in which the service would hand them out; those answered since are gone. */
  readonly words: readonly KitWord[];
  /** How many there were at first. */
  readonly size: number;
  /** Words whose answer the service may not have had when it made the kit, or that came later. */
  readonly uncounted: readonly string[];
  /** Those of them whose review was due. */
  readonly reviewed: number;
}

type Loaded = Omit<Kit, "reviewed">;

export interface KitNeeds {
  readonly store: BrowserStore;
  /** From the service. @throws when it cannot be reached */
  readonly load: () => Promise<StudyKit>;
  /** The service's clock: the device's may be set anew while a kit is kept. */
  readonly now: () => number;
}

/** What was loaded, which is large; the ids of the words used since, which are written often. */
const [LOADED, USED] = ["loaded", "used"];

/** An older kit is loaded anew when there is a network. */
const FRESH_MS = 10 * 60_000;

export async function keptKit(store: Pick<StoreTransaction, "get">): Promise<Kit | undefined> {
  const loaded = (await store.get("kit", LOADED)) as Loaded | undefined;
  if (loaded === undefined) return undefined;
  const used = new Set(await readUsed(store));
  const uncounted = new Set([...loaded.uncounted, ...used]);
  return {
    ...loaded,
    words: loaded.words.filter(({ word }) => !used.has(word.id)),
    uncounted: [...uncounted],
    reviewed: loaded.words.filter(({ word, kind }) => kind === "due" && uncounted.has(word.id))
      .length,
  };
}

/**
 * The kit to study with: the kept one while it is fresh and more than half is left, else a new one
 * where the service can be reached.
 *
 * @throws what `load` throws if nothing is kept
 */
export async function currentKit(needs: KitNeeds): Promise<Kit> {
  const kept = await keptKit(needs.store);
  if (kept !== undefined && isGood(kept, needs.now())) return kept;
  try {
    return await refreshKit(needs);
  } catch (error) {
    if (kept === undefined) throw error;
    return kept;
  }
}

/** A clock that was set back makes a kit from the future: not to be trusted either. */
export function isFresh({ fetchedAtMs }: Kit, nowMs: number): boolean {
  const ageMs = nowMs - fetchedAtMs;
  return ageMs >= 0 && ageMs < FRESH_MS;
}

function isGood(kit: Kit, nowMs: number): boolean {
  return isFresh(kit, nowMs) && kit.words.length > 0 && kit.words.length >= kit.size / 2;
}

/** The latest load of each store that has not come to its end. */
const underWay = new WeakMap<BrowserStore, Promise<Kit>>();

/** Loads a kit. What was answered and is not sent yet, the service does not know: it stays out. */
export function refreshKit(needs: KitNeeds): Promise<Kit> {
  const { store } = needs;
  const loading = loadKit(needs).finally(() => {
    if (underWay.get(store) === loading) underWay.delete(store);
  });
  underWay.set(store, loading);
  return loading;
}

/**
 * For who has given no answer yet: the kit that is being loaded already, else a new one. Later
 * answers would be missing in it.
 */
export function firstKit(needs: KitNeeds): Promise<Kit> {
  return underWay.get(needs.store) ?? refreshKit(needs);
}

async function loadKit({ store, load, now }: KitNeeds): Promise<Kit> {
  const uncounted = await store.transact(["outbox"], wordsToSend);
  const { words, plan, strategy } = await load();
  const kit: Loaded = {
    ...{ fetchedAtMs: now(), words, plan, batchSize: strategy.batchSize },
    ...{ size: words.length, uncounted },
  };
  return store.transact(["kit", "outbox"], async (at) => {
    at.put("kit", LOADED, kit);
    at.put("kit", USED, await wordsToSend(at));
    return (await keptKit(at)) ?? { ...kit, reviewed: 0 };
  });
}

/** The words of answers, and of acts that put a word aside, that the service may not have. */
async function wordsToSend(at: StoreTransaction): Promise<readonly string[]> {
  const words = (await readEntries(at)).flatMap((entry) => {
    if (entry.kind === "answer") return [entry.answer.wordId];
    return isPuttingAside(entry.act) ? [entry.wordId] : [];
  });
  return [...new Set(words)];
}

/** Other books, another pace: what is kept is no longer what the service would hand out. */
export async function forgetKit(store: BrowserStore): Promise<void> {
  underWay.delete(store);
  await store.transact(["kit"], async (at) => at.remove("kit", LOADED));
}

/** In the transaction of an answer: the word is not handed out again from this kit. */
export async function markUsed(at: StoreTransaction, wordId: string): Promise<void> {
  const used = await readUsed(at);
  if (!used.includes(wordId)) at.put("kit", USED, [...used, wordId]);
}

async function readUsed(at: Pick<StoreTransaction, "get">): Promise<readonly string[]> {
  return ((await at.get("kit", USED)) as readonly string[] | undefined) ?? [];
}

/**
 * The words of the next batch. Words with an answer that the service has but has not worked on yet
 * are left for later: what is known of them is not true any more.
 *
 * @param known words that the session has already
 */
export function nextWords(kit: Kit, known: ReadonlySet<string>): readonly KitWord[] {
  const fresh = kit.words.filter(({ word, waiting }) => !known.has(word.id) && !waiting);
  return fresh.slice(0, Math.max(1, kit.batchSize));
}

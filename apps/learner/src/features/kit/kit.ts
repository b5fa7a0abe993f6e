import type { KitWord, StudyKit } from "@wordloom/contract";
import type { BrowserStore } from "../../platform/browser-store.ts";

/** An hour of study, kept in the browser. */
export interface Kit {
  readonly fetchedAtMs: number;
  readonly plan: StudyKit["plan"];
  readonly batchSize: number;
  /** In the order in which the service would hand them out; those answered since are gone. */
  readonly words: readonly KitWord[];
}

export interface KitNeeds {
  readonly store: BrowserStore;
  readonly fetch: () => Promise<StudyKit>;
  readonly now: () => number;
}

const CURRENT = "current";
/** An older kit is fetched anew when there is a network. */
const FRESH_MS = 10 * 60_000;

export async function keptKit(store: BrowserStore): Promise<Kit | undefined> {
  return (await store.get("kit", CURRENT)) as Kit | undefined;
}

/**
 * The kit to study with: a fresh one where the service can be reached, else the one kept here.
 *
 * @throws what `fetch` throws if nothing is kept
 */
export async function currentKit(needs: KitNeeds): Promise<Kit> {
  const kept = await keptKit(needs.store);
  if (kept !== undefined && kept.words.length > 0 && needs.now() - kept.fetchedAtMs < FRESH_MS) {
    return kept;
  }
  try {
    return await refreshKit(needs);
  } catch (error) {
    if (kept === undefined) throw error;
    return kept;
  }
}

export async function refreshKit({ store, fetch, now }: KitNeeds): Promise<Kit> {
  const { words, plan, strategy } = await fetch();
  const kit: Kit = { fetchedAtMs: now(), words, plan, batchSize: strategy.batchSize };
  await store.write([{ table: "kit", key: CURRENT, value: kit }]);
  return kit;
}

/**
 * The words of the next batch.
 *
 * @param known words that the session has already
 */
export function nextWords(kit: Kit, known: ReadonlySet<string>): readonly KitWord[] {
  return kit.words.filter(({ word }) => !known.has(word.id)).slice(0, Math.max(1, kit.batchSize));
}

/** Words that were answered or put aside are not asked again from this kit. */
export async function withoutWords(store: BrowserStore, gone: ReadonlySet<string>): Promise<void> {
  const kit = await keptKit(store);
  if (kit === undefined) return;
  const words = kit.words.filter(({ word }) => !gone.has(word.id));
  await store.write([{ table: "kit", key: CURRENT, value: { ...kit, words } }]);
}

import type { KitWord, StudyKit } from "@wordloom/contract";
import type { BrowserStore, StoreTransaction } from "../../platform/browser-store.ts";
import { isPuttingAside, readEntries, unsentEdits, type WordEdit } from "../outbox/outbox-entry.ts";
import { editedWord } from "./edited-word.ts";

/** One or two hours of study, stored in the browser so that no question waits for the network. */
export interface Kit {
  readonly fetchedAtMs: number;
  readonly plan: StudyKit["plan"];
  /** In the order in which the service would hand them out, without those answered since. */
  readonly words: readonly KitWord[];
  /**
   * Words whose answers the service may not have had when it made the kit, or that were answered
   * later.
   */
  readonly uncounted: readonly string[];
  /** The reviews among them that were due. */
  readonly reviewed: number;
}

type Loaded = Omit<Kit, "reviewed">;

export interface KitNeeds {
  readonly store: BrowserStore;
  /** Loads from the service. @throws when it cannot be reached */
  readonly load: () => Promise<StudyKit>;
  /** The service's clock, because the device's may be changed while a kit is stored. */
  readonly now: () => number;
}

/** The loaded kit, which is large, and the ids of the words used since, which are written often. */
const [LOADED, USED] = ["loaded", "used"];

/** The stored kit of this browser, with the words used since. */
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

export interface KitKeeper {
  kept(): Promise<Kit | undefined>;
  /**
   * Loads a kit, without the words of unsent answers, which the service does not know about.
   * @throws what `load` throws
   */
  renew(): Promise<Kit>;
  /** The kit that is being loaded already, else a new one; for callers without new answers. */
  newest(): Promise<Kit>;
  /** Discards the stored kit and any load in progress, because the plan changed. */
  forget(): Promise<void>;
}

/**
 * Loads and stores the kit of one learner. A load is discarded if one requested later arrives
 * first.
 */
export function createKitKeeper({ store, load, now }: KitNeeds): KitKeeper {
  let loading: Promise<Kit> | undefined;
  let begun = 0;
  /** Loads before this one are outdated, because a later one was stored or the plan changed. */
  let earliest = 0;

  const loadAs = async (number: number): Promise<Kit> => {
    const uncounted = await store.transact(["outbox"], wordsToSend);
    const { words: loaded, plan } = await load();
    const kept = await store.transact(["kit", "outbox"], async (at) => {
      const edits = unsentEdits(await readEntries(at));
      const words = loaded.map((entry) => editedWord(entry, edits.get(entry.word.id)));
      const kit: Loaded = { fetchedAtMs: now(), plan, words, uncounted };
      if (number >= earliest) {
        earliest = number;
        at.put("kit", LOADED, kit);
        at.put("kit", USED, await wordsToSend(at));
      }
      return keptKit(at);
    });
    return kept ?? newest();
  };
  const renew = () => {
    const mine = loadAs((begun += 1)).finally(() => {
      if (loading === mine) loading = undefined;
    });
    loading = mine;
    return mine;
  };
  const newest = () => loading ?? renew();

  return {
    kept: () => keptKit(store),
    renew,
    newest,
    async forget() {
      loading = undefined;
      earliest = begun + 1;
      await store.transact(["kit"], async (at) => at.remove("kit", LOADED));
    },
  };
}

/** The words of unsent answers and of unsent acts that put a word aside. */
async function wordsToSend(at: StoreTransaction): Promise<readonly string[]> {
  const words = (await readEntries(at)).flatMap((entry) => {
    if (entry.kind === "answer") return [entry.answer.wordId];
    return entry.kind === "act" && isPuttingAside(entry.act) ? [entry.wordId] : [];
  });
  return [...new Set(words)];
}

/** Called in the transaction of an answer, so that this kit does not offer the word again. */
export async function markUsed(at: StoreTransaction, wordId: string): Promise<void> {
  const used = await readUsed(at);
  if (!used.includes(wordId)) at.put("kit", USED, [...used, wordId]);
}

/** Takes that back. */
export async function unmarkUsed(at: StoreTransaction, wordId: string): Promise<void> {
  const used = await readUsed(at);
  at.put(
    "kit",
    USED,
    used.filter((id) => id !== wordId),
  );
}

/** Changes a word of the stored kit, in a transaction that covers `kit`. */
export async function amendKit(
  at: StoreTransaction,
  wordId: string,
  shown: WordEdit["shown"],
): Promise<void> {
  const loaded = (await at.get("kit", LOADED)) as Loaded | undefined;
  if (loaded?.words.some(({ word }) => word.id === wordId) !== true) return;
  const words = loaded.words.map((entry) =>
    entry.word.id === wordId ? editedWord(entry, shown) : entry,
  );
  at.put("kit", LOADED, { ...loaded, words });
}

async function readUsed(at: Pick<StoreTransaction, "get">): Promise<readonly string[]> {
  return ((await at.get("kit", USED)) as readonly string[] | undefined) ?? [];
}

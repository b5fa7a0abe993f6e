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

/** The kit of this browser, with what was used of it since. */
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
   * Loads a kit. What was answered and is not sent yet, the service does not know: it stays out.
   *
   * @throws what `load` throws
   */
  renew(): Promise<Kit>;
  /** The kit that is being loaded already, else a new one: for those who gave no answer since. */
  newest(): Promise<Kit>;
  /** What is kept, or being loaded, is no longer what the service would hand out. */
  forget(): Promise<void>;
}

/** Loads and keeps the kit of one learner. A load gives way to a later one that overtakes it. */
export function createKitKeeper({ store, load, now }: KitNeeds): KitKeeper {
  let loading: Promise<Kit> | undefined;
  let begun = 0;
  /** Earlier loads are outdated: this one is kept, or the plan was changed before it. */
  let earliest = 0;

  const loadAs = async (number: number): Promise<Kit> => {
    const uncounted = await store.transact(["outbox"], wordsToSend);
    const { words, plan, strategy } = await load();
    const kit: Loaded = {
      fetchedAtMs: now(),
      plan,
      batchSize: strategy.batchSize,
      words,
      uncounted,
    };
    const kept = await store.transact(["kit", "outbox"], async (at) => {
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

/** The words of answers, and of acts that put a word aside, that the service may not have. */
async function wordsToSend(at: StoreTransaction): Promise<readonly string[]> {
  const words = (await readEntries(at)).flatMap((entry) => {
    if (entry.kind === "answer") return [entry.answer.wordId];
    return isPuttingAside(entry.act) ? [entry.wordId] : [];
  });
  return [...new Set(words)];
}

/** In the transaction of an answer: the word is not handed out again from this kit. */
export async function markUsed(at: StoreTransaction, wordId: string): Promise<void> {
  const used = await readUsed(at);
  if (!used.includes(wordId)) at.put("kit", USED, [...used, wordId]);
}

async function readUsed(at: Pick<StoreTransaction, "get">): Promise<readonly string[]> {
  return ((await at.get("kit", USED)) as readonly string[] | undefined) ?? [];
}

import { observable } from "@wordloom/web/state";
import type { BrowserStore } from "../../platform/browser-store.ts";

const KEY = "dismissed slots";
/** Older dismissals are forgotten, because their content is long gone. */
const KEPT_MAX = 300;

const latest = observable(0);

/** Ids of the content that the learner dismissed in this browser. */
export async function dismissedIn(store: BrowserStore): Promise<ReadonlySet<string>> {
  return new Set(await listIn(store));
}

/** Stores a dismissal for later visits. */
export async function dismiss(store: BrowserStore, id: string): Promise<void> {
  const others = (await listIn(store)).filter((other) => other !== id);
  const value = [...others, id].slice(-KEPT_MAX);
  await store.write([{ table: "meta", key: KEY, value }]);
  latest.set(latest.get() + 1);
}

/** Calls whenever something was dismissed. @returns a function that unsubscribes */
export function onDismissal(listener: () => Promise<void>): () => void {
  return latest.subscribe(() => void listener());
}

async function listIn(store: BrowserStore): Promise<readonly string[]> {
  return ((await store.get("meta", KEY)) ?? []) as readonly string[];
}

import { observable } from "@wordloom/web/state";
import type { BrowserStore } from "../../platform/browser-store.ts";

const KEY = "dismissed slots";
/** Older ones are forgotten: their content is long gone. */
const KEPT_MAX = 300;

const latest = observable(0);

/** Ids of the content that the learner does not want to see any more, in this browser. */
export async function dismissedIn(store: BrowserStore): Promise<ReadonlySet<string>> {
  return new Set(await listIn(store));
}

/** Keeps it for the next visits. */
export async function dismiss(store: BrowserStore, id: string): Promise<void> {
  const others = (await listIn(store)).filter((other) => other !== id);
  const value = [...others, id].slice(-KEPT_MAX);
  await store.write([{ table: "meta", key: KEY, value }]);
  latest.set(latest.get() + 1);
}

/** Calls whenever something was dismissed. @returns a function that ends it */
export function onDismissal(listener: () => Promise<void>): () => void {
  return latest.subscribe(() => void listener());
}

async function listIn(store: BrowserStore): Promise<readonly string[]> {
  return ((await store.get("meta", KEY)) ?? []) as readonly string[];
}

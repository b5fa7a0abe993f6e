import type { BrowserStore } from "../../platform/browser-store.ts";
import type { Outbox } from "../outbox/outbox.ts";
import type { FirstWords } from "./first-words.ts";

/** Key of the last visit's answers that were taken along. */
const TAKEN = "first-words";

/**
 * Puts a visitor's answers into the account's outbox, with their true times. The mark is written in
 * the same transaction, so that a second tab, or a crash before the visit is forgotten, adds none
 * twice.
 */
export async function takeAlong(
  { id, answers }: FirstWords,
  store: BrowserStore,
  outbox: Outbox,
): Promise<void> {
  await store.transact(["meta", "outbox"], async (at) => {
    if ((await at.get("meta", TAKEN)) === id) return;
    for (const answer of answers) await outbox.add(at, { kind: "answer", answer });
    at.put("meta", TAKEN, id);
  });
  await outbox.release();
}

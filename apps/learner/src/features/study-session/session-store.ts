import type { BrowserStore, StoreTransaction } from "../../platform/browser-store.ts";
import type { SessionState } from "./session-state.ts";

const CURRENT = "current";

/** The session that was left unfinished in this browser. */
export async function keptSession(store: BrowserStore): Promise<SessionState | undefined> {
  const kept = await lastSession(store);
  return kept?.step.current === null ? undefined : kept;
}

/** The last session, finished or not: for its summary. */
export async function lastSession(
  store: Pick<StoreTransaction, "get">,
): Promise<SessionState | undefined> {
  return (await store.get("session", CURRENT)) as SessionState | undefined;
}

export function putSession(at: Pick<StoreTransaction, "put">, session: SessionState): void {
  at.put("session", CURRENT, session);
}

/** Whether what is stored is not what this tab shows: another tab went on. */
export function isElsewhere(stored: SessionState | undefined, shown: SessionState): boolean {
  return stored !== undefined && (stored.id !== shown.id || stored.revision !== shown.revision);
}

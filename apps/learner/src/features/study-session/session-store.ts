import type { BrowserStore, StoreTransaction } from "../../platform/browser-store.ts";
import type { SessionState } from "./session-state.ts";

/**
 * The rows of the table `session`. The words are large and rarely change, so they are stored apart
 * from the steps. The mark shows whether another tab made a step, without reading either.
 */
const [STEPS, WORDS, MARK] = ["steps", "words", "mark"];

type Steps = Omit<SessionState, "words">;
type Mark = Pick<SessionState, "id" | "revision">;

/** The unfinished session of this browser. */
export async function keptSession(store: BrowserStore): Promise<SessionState | undefined> {
  const kept = await lastSession(store);
  return kept?.step.current === null ? undefined : kept;
}

/** The last session, finished or not, for its summary. */
export function lastSession(store: BrowserStore): Promise<SessionState | undefined> {
  return store.transact(["session"], readSession);
}

async function readSession(at: StoreTransaction): Promise<SessionState | undefined> {
  const [steps, words] = await Promise.all([at.get("session", STEPS), at.get("session", WORDS)]);
  if (steps === undefined || words === undefined) return undefined;
  // Earlier app versions did not store these.
  const added = { asides: [], practised: null, direction: "mixed" } as const;
  return { ...added, ...(steps as Steps), words: words as SessionState["words"] };
}

/** The unfinished plan of the day, kept during a practice. */
const ASIDE = "aside";

export async function putAside(store: BrowserStore, plan: SessionState): Promise<void> {
  await store.transact(["session"], async (at) => at.put("session", ASIDE, plan));
}

/**
 * Makes the plan set aside the current session again. It gets a new session on the service, because
 * the practice may have ended its own.
 */
export function bringBackAside(store: BrowserStore): Promise<SessionState | undefined> {
  return store.transact(["session"], async (at) => {
    const plan = (await at.get("session", ASIDE)) as SessionState | undefined;
    if (plan === undefined) return undefined;
    at.remove("session", ASIDE);
    const session = { ...plan, revision: plan.revision + 1, serverSessionId: null };
    putSession(at, session, undefined);
    return session;
  });
}

/** The unfinished session of the plan of the day, also while it waits for a practice. */
export function unfinishedPlan(store: BrowserStore): Promise<SessionState | undefined> {
  return store.transact(["session"], async (at) => {
    const open = await readSession(at);
    const isOpen = open?.practised === null && open.step.current !== null;
    return isOpen ? open : ((await at.get("session", ASIDE)) as SessionState | undefined);
  });
}

/** Forgets that session if nothing was answered in it, so that another begins in its place. */
export function forgetUnansweredPlan(store: BrowserStore): Promise<void> {
  const isUnanswered = (plan: SessionState | undefined) => plan?.history.length === 0;
  return store.transact(["session"], async (at) => {
    const aside = (await at.get("session", ASIDE)) as SessionState | undefined;
    if (isUnanswered(aside)) at.remove("session", ASIDE);
    const open = await readSession(at);
    if (open?.practised !== null || !isUnanswered(open)) return;
    for (const row of [STEPS, WORDS, MARK]) at.remove("session", row);
  });
}

/**
 * Changes the unfinished sessions: the one that is open, and the plan that waits for a practice.
 *
 * @returns how many words were dropped from the one that is studied next
 */
export function changeUnfinished(
  store: BrowserStore,
  change: (session: SessionState) => SessionState,
): Promise<number> {
  return store.transact(["session"], async (at) => {
    const aside = (await at.get("session", ASIDE)) as SessionState | undefined;
    if (aside !== undefined) at.put("session", ASIDE, change(aside));
    const open = await readSession(at);
    if (open === undefined || open.step.current === null) return 0;
    const changed = change(open);
    if (changed === open) return 0;
    putSession(at, { ...changed, revision: open.revision + 1 }, open);
    return changed.dropped.length - open.dropped.length;
  });
}

/** @param before the state this tab stored last; undefined for a new session */
export function putSession(
  at: StoreTransaction,
  session: SessionState,
  before: SessionState | undefined,
): void {
  const { words, ...steps } = session;
  at.put("session", STEPS, steps);
  at.put("session", MARK, markOf(session));
  if (words !== before?.words) at.put("session", WORDS, words);
}

/** The stored session if it differs from what this tab shows, because another tab made a step. */
export async function sessionElsewhere(
  at: StoreTransaction,
  shown: SessionState,
): Promise<SessionState | undefined> {
  const mark = (await at.get("session", MARK)) as Mark | undefined;
  return mark === undefined || isSame(mark, shown) ? undefined : readSession(at);
}

function isSame(left: Mark, right: Mark): boolean {
  return left.id === right.id && left.revision === right.revision;
}

function markOf({ id, revision }: SessionState): Mark {
  return { id, revision };
}

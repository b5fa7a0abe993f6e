import type { BrowserStore, StoreTransaction } from "../../platform/browser-store.ts";
import type { SessionState } from "./session-state.ts";

/**
 * The rows of the table `session`. What every step changes is apart from the words, which are large
 * and change seldom; the mark tells whether another tab went on, without reading either.
 */
const [STEPS, WORDS, MARK] = ["steps", "words", "mark"];

type Steps = Omit<SessionState, "words">;
type Mark = Pick<SessionState, "id" | "revision">;

/** The session that was left unfinished in this browser. */
export async function keptSession(store: BrowserStore): Promise<SessionState | undefined> {
  const kept = await lastSession(store);
  return kept?.step.current === null ? undefined : kept;
}

/** The last session, finished or not: for its summary. */
export function lastSession(store: BrowserStore): Promise<SessionState | undefined> {
  return store.transact(["session"], readSession);
}

async function readSession(at: StoreTransaction): Promise<SessionState | undefined> {
  const [steps, words] = await Promise.all([at.get("session", STEPS), at.get("session", WORDS)]);
  if (steps === undefined || words === undefined) return undefined;
  // An earlier version of the app did not keep them.
  const added = { asides: [], practised: null };
  return { ...added, ...(steps as Steps), words: words as SessionState["words"] };
}

/** The unfinished plan of the day, while words are practised. */
const ASIDE = "aside";

export async function putAside(store: BrowserStore, plan: SessionState): Promise<void> {
  await store.transact(["session"], async (at) => at.put("session", ASIDE, plan));
}

/**
 * What was put aside is the session again; it needs a new one of the service's, which may have
 * ended that of the practice.
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

/** @param before what was stored last by this tab; undefined for a new session */
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

/** What is stored if it is not what this tab shows: another tab went on. */
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

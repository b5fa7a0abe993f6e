import type { LearnerWorkspace } from "./learner-workspace.ts";
import { keptSession } from "./session-store.ts";

/** What this browser can offer for study without the service. */
export interface KeptPlan {
  readonly due: number;
  readonly fresh: number;
  /** Whether a session is open. The counts do not include its words. */
  readonly isBegun: boolean;
}

/** @returns undefined if this browser has neither a kit nor a session */
export async function keptPlan({ store, words }: LearnerWorkspace): Promise<KeptPlan | undefined> {
  const session = await keptSession(store);
  const planned = await words.planned("plan", session);
  if (planned === undefined && session === undefined) return undefined;
  const due = planned?.filter(({ kind }) => kind === "due").length ?? 0;
  return { due, fresh: (planned?.length ?? 0) - due, isBegun: session !== undefined };
}

import type { LearnerWorkspace } from "./learner-workspace.ts";
import { openPlanOf, type OpenPlan } from "./session-state.ts";
import { isOutdated } from "./open-study.ts";
import { unfinishedPlan } from "./session-store.ts";

/** What this browser can offer for study without the service. */
export interface KeptPlan {
  /** Words that a new session would ask. */
  readonly count: number;
  /** The session that is open, which comes first. */
  readonly open: OpenPlan | undefined;
}

/** @returns undefined if the next session of the plan is a new one */
export async function openPlan({ store }: LearnerWorkspace): Promise<OpenPlan | undefined> {
  const session = await unfinishedPlan(store);
  return session === undefined || isOutdated(session) ? undefined : openPlanOf(session);
}

/** @returns undefined if this browser has neither a kit nor a session */
export async function keptPlan(workspace: LearnerWorkspace): Promise<KeptPlan | undefined> {
  const open = await openPlan(workspace);
  const planned = await workspace.words.planned("plan", undefined);
  if (planned === undefined && open === undefined) return undefined;
  return { count: planned?.length ?? 0, open };
}

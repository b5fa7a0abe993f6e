import type { LearnerDesk } from "./learner-desk.ts";
import { keptSession } from "./session-store.ts";

/** What there is to study in this browser, without the service. */
export interface KeptPlan {
  readonly due: number;
  readonly fresh: number;
  /** A session is open, whose words are not among them. */
  readonly isBegun: boolean;
}

/** @returns nothing where nothing is kept */
export async function keptPlan({ store, words }: LearnerDesk): Promise<KeptPlan | undefined> {
  const session = await keptSession(store);
  const planned = await words.planned("plan", session);
  if (planned === undefined && session === undefined) return undefined;
  const due = planned?.filter(({ kind }) => kind === "due").length ?? 0;
  return { due, fresh: (planned?.length ?? 0) - due, isBegun: session !== undefined };
}

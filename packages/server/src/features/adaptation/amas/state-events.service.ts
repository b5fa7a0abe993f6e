import type { UserState } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";

/** Pushes the learner's new state to the learner's streams. Call after the commit. */
export function pushUserState(
  needs: { readonly events: Pick<Deps["events"], "toUser"> },
  userId: string,
  state: UserState,
): void {
  const { attention, fatigue, motivation, confidence, sessionEventCount, totalEventCount } = state;
  needs.events.toUser(userId, {
    type: "amas_state",
    attention,
    fatigue,
    motivation,
    confidence,
    sessionEventCount,
    totalEventCount,
  });
}

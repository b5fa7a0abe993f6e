import type { UserState } from "@wordloom/contract";
import type { Deps } from "../../deps.ts";

/** Shows a learner's streams how the engine sees them now. To be called after the commit. */
export function tellUserState(
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

import type { UserState } from "@wordloom/engine/learner";
import type { Deps } from "../../../deps.ts";

type ShownNumber =
  "attention" | "fatigue" | "motivation" | "confidence" | "sessionEventCount" | "totalEventCount";

/** Pushes the learner's new state to the learner's streams. Call after the commit. */
export function pushUserState(
  needs: { readonly events: Pick<Deps["events"], "toUser"> },
  userId: string,
  state: Pick<UserState, ShownNumber>,
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

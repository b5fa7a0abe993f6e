import type { CrossSessionHint, SessionResponse } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import type { Learner } from "../../../platform/identity/actor.ts";
import { HOUR_MS, MINUTE_MS } from "../../../platform/time/durations.ts";
import { suggestedDifficulty } from "../../adaptation/amas/amas.service.ts";
import {
  latestOutcome,
  openSession,
} from "../../progress/learning-sessions/learning-sessions.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "ids" | "settings">;

/** How long the outcome of a session serves as a hint for the next one. */
const HINT_WITHIN_MS = 2 * HOUR_MS;

/** Starts a session, with a hint from the previous one, or resumes the active one. */
export async function startSession(
  needs: Needs,
  learner: Learner,
  wantedTarget: number,
): Promise<SessionResponse> {
  const nowMs = needs.clock.nowMs();
  const { session, resumed } = await openSession(needs, learner, wantedTarget);
  const hint = resumed ? undefined : await crossSessionHint(needs, learner.id, nowMs);
  return {
    sessionId: session.id,
    status: "active",
    resumed,
    targetMasteryCount: session.target_mastery_count,
    ...(hint !== undefined && { crossSessionHint: hint }),
  };
}

async function crossSessionHint(
  needs: Needs,
  userId: string,
  nowMs: number,
): Promise<CrossSessionHint | undefined> {
  const previous = await latestOutcome(needs.database, userId);
  if (previous === undefined || nowMs - previous.endedAtMs > HINT_WITHIN_MS) return undefined;
  const { endedAtMs, summary } = previous;
  return {
    prevAccuracy: summary.accuracy,
    prevMasteredCount: summary.masteredWordIds.length,
    gapMinutes: Math.max(0, Math.round((nowMs - endedAtMs) / MINUTE_MS)),
    suggestedDifficulty: await suggestedDifficulty(needs, userId, summary.accuracy),
    errorProneWordIds: summary.errorProneWordIds,
    recentlyMasteredWordIds: summary.masteredWordIds,
  };
}

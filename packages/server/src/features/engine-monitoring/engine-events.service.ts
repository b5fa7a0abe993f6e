import type { MonitoringEvent } from "@wordloom/engine";
import type { Deps } from "../../deps.ts";
import { transact } from "../../platform/database/transaction.ts";
import { removeInSteps } from "../../platform/jobs/remove-in-steps.ts";
import { perApp } from "../../platform/per-app.ts";
import {
  insertEvents,
  listEvents,
  listKnownLearners,
  removeEventsBefore,
  type EngineEventRow,
} from "./engine-events.repo.ts";

export type { EngineEventRow } from "./engine-events.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "ids">;

/** What the engine decided about one answer, and what the service knows beside it. */
export interface Decision {
  readonly userId: string;
  readonly sessionId: string;
  /** Time the engine took. */
  readonly latencyMs: number;
  /** Hash of the configuration that was really used. */
  readonly configVersion: string;
  /** `<experiment id>:<arm>`; null outside a running experiment. */
  readonly experimentArm: string | null;
  readonly event: MonitoringEvent;
}

/** Beyond this the oldest go: watching must never weigh more than what is watched. */
const WAITING_MAX = 10_000;

const KEPT_MS = 30 * 86_400_000;

const waiting = perApp<Pick<Deps, "database">, { decisions: Decision[] }>(() => ({
  decisions: [],
}));

/**
 * Takes decisions in for the operator. They are written some seconds later, many at once; a crash
 * before that loses them. To be called after the commit of what they are about.
 */
export function noteDecisions(
  needs: Pick<Deps, "database" | "settings">,
  decisions: readonly Decision[],
): void {
  if (decisions.length === 0 || !needs.settings.ENABLE_ENGINE_MONITORING_WORKER) return;
  const place = waiting(needs);
  place.decisions.push(...decisions);
  const tooMany = place.decisions.length - WAITING_MAX;
  if (tooMany > 0) place.decisions.splice(0, tooMany);
}

/**
 * Writes what was noted since the last time; when that fails, the next time writes it. Learners
 * whose accounts are gone are left out.
 *
 * @returns number of events written
 */
export async function flushDecisions(needs: Needs): Promise<number> {
  const place = waiting(needs);
  const decisions = place.decisions;
  if (decisions.length === 0) return 0;
  place.decisions = [];
  try {
    return await write(needs, decisions);
  } catch (error) {
    place.decisions = [...decisions, ...place.decisions].slice(-WAITING_MAX);
    throw error;
  }
}

async function write(needs: Needs, decisions: readonly Decision[]): Promise<number> {
  const rows = decisions.map((decision) => toRow(needs.ids.next(), decision));
  return transact(needs.database, async (tx) => {
    const learners = [...new Set(decisions.map(({ userId }) => userId))];
    const known = new Set(await listKnownLearners(tx, learners));
    const stored = rows.filter((row) => known.has(row.user_id));
    await insertEvents(tx, stored);
    return stored.length;
  });
}

/** The latest events, newest first, those of this process included that are not written yet. */
export async function readEngineEvents(needs: Needs, limit: number): Promise<EngineEventRow[]> {
  await flushDecisions(needs);
  return listEvents(needs.database, limit);
}

/**
 * Removes events older than thirty days, some at a time.
 *
 * @returns number of events removed
 */
export async function removeOldEvents(needs: Needs, signal: AbortSignal): Promise<number> {
  const beforeMs = needs.clock.nowMs() - KEPT_MS;
  return removeInSteps((limit) => removeEventsBefore(needs.database, beforeMs, limit), signal);
}

function toRow(id: string, decision: Decision): EngineEventRow {
  const { userId, sessionId, latencyMs, configVersion, experimentArm, event } = decision;
  const { attention, fatigue, motivation, confidence } = event.userState;
  return {
    id,
    user_id: userId,
    session_id: sessionId,
    event_type: event.eventType,
    created_at_ms: event.timestamp,
    latency_ms: latencyMs,
    is_correct: event.isCorrect ? 1 : 0,
    is_anomaly: event.isAnomaly ? 1 : 0,
    cold_start_phase: event.coldStartPhase,
    reward_value: event.rewardValue,
    attention,
    fatigue,
    motivation,
    confidence,
    config_version: configVersion,
    event_json: JSON.stringify(event),
    experiment_arm: experimentArm,
  };
}

import { setImmediate as nextTurn } from "node:timers/promises";
import type { MonitoringEvent } from "@wordloom/engine/monitoring";
import type { Deps } from "../../../deps.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { removeInSteps } from "../../../platform/jobs/remove-in-steps.ts";
import { perApp } from "../../../platform/memory/per-app.ts";
import { lockExistingLearners } from "../../accounts/users/users.service.ts";
import {
  insertEvents,
  listEvents,
  removeEventsBefore,
  type EngineEventRow,
} from "./engine-events.repo.ts";

export { findLatestReward, type EngineEventRow } from "./engine-events.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "ids">;

/** An engine decision about one answer, with its context. */
export interface Decision {
  readonly userId: string;
  readonly sessionId: string;
  /** Duration of the engine call. */
  readonly latencyMs: number;
  /** Hash of the configuration that was used. */
  readonly configVersion: string;
  /** `<experiment id>:<arm>`; null outside a running experiment. */
  readonly experimentArm: string | null;
  readonly event: MonitoringEvent;
}

/** Maximum queue length, to bound memory at 4 KB each. Beyond it the oldest are dropped. */
const WAITING_MAX = 5_000;

/** Rows per transaction. */
const WRITTEN_AT_ONCE = 500;

const KEPT_MS = 30 * 86_400_000;

const waiting = perApp<Pick<Deps, "database">, { decisions: Decision[] }>(() => ({
  decisions: [],
}));

/**
 * Queues decisions for monitoring. They are written in batches some seconds later; a crash before
 * that loses them. Call after the commit of the answers.
 */
export function noteDecisions(
  needs: Pick<Deps, "database" | "settings">,
  decisions: readonly Decision[],
): void {
  if (decisions.length === 0 || !needs.settings.ENABLE_ENGINE_MONITORING_WORKER) return;
  const queue = waiting(needs);
  queue.decisions.push(...decisions);
  const surplus = queue.decisions.length - WAITING_MAX;
  if (surplus > 0) queue.decisions.splice(0, surplus);
}

/**
 * Writes the queued decisions. After a failure they stay queued. Erased accounts are left out.
 *
 * @returns number of events written
 */
export async function flushDecisions(needs: Needs): Promise<number> {
  const queue = waiting(needs);
  const { decisions } = queue;
  if (decisions.length === 0) return 0;
  queue.decisions = [];
  let written = 0;
  for (let start = 0; start < decisions.length; start += WRITTEN_AT_ONCE) {
    try {
      written += await write(needs, decisions.slice(start, start + WRITTEN_AT_ONCE));
    } catch (error) {
      queue.decisions = [...decisions.slice(start), ...queue.decisions].slice(-WAITING_MAX);
      throw error;
    }
    await nextTurn();
  }
  return written;
}

async function write(needs: Needs, decisions: readonly Decision[]): Promise<number> {
  const rows = decisions.map((decision) => toRow(needs.ids.next(), decision));
  return transact(needs.database, async (tx) => {
    const learners = [...new Set(decisions.map(({ userId }) => userId))];
    const known = new Set(await lockExistingLearners(tx, learners));
    const stored = rows.filter((row) => known.has(row.user_id));
    await insertEvents(tx, stored);
    return stored.length;
  });
}

/** The latest events, newest first, including queued ones of this process. */
export async function readEngineEvents(needs: Needs, limit: number): Promise<EngineEventRow[]> {
  await flushDecisions(needs);
  return listEvents(needs.database, limit);
}

/**
 * Removes events older than thirty days, in small steps.
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
    predicted: event.predictedRecall?.answer ?? null,
  };
}

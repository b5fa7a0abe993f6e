import type { AmasEvent, ProcessResult } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import type { Learner } from "../../../platform/identity/actor.ts";
import { processEvent, processEvents } from "../../adaptation/amas/amas-events.service.ts";
import { resetEngineState } from "../../adaptation/amas/engine-states.service.ts";
import { drainOutboxOf } from "../records/outbox.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "ids" | "log" | "metrics" | "settings"> & {
  readonly events: Pick<Deps["events"], "toAdmins" | "toUser">;
};

/** Processes an event after the answers that were accepted before it. */
export async function processEventInOrder(
  needs: Needs,
  learner: Learner,
  event: AmasEvent,
): Promise<ProcessResult> {
  await drainOutboxOf(needs, learner.id);
  return processEvent(needs, learner, event);
}

/** Like `processEventInOrder`, for several events. */
export async function processEventsInOrder(
  needs: Needs,
  learner: Learner,
  events: readonly AmasEvent[],
): Promise<ProcessResult[]> {
  await drainOutboxOf(needs, learner.id);
  return processEvents(needs, learner, events);
}

/**
 * Resets the learner's engine state. Answers waiting in the outbox are applied first, so the reset
 * covers them.
 */
export async function resetEngineInOrder(needs: Needs, learner: Learner): Promise<void> {
  await drainOutboxOf(needs, learner.id);
  await resetEngineState(needs, learner.id);
}

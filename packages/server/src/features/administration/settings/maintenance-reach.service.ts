import type { Deps } from "../../../deps.ts";
import { MINUTE_MS } from "../../../platform/time/durations.ts";
import { flushTouches } from "../../clients/devices/device-touches.service.ts";
import { readOutboxBacklog } from "../../study/records/outbox.service.ts";
import { countActiveLearners } from "./maintenance-reach.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "events" | "reports">;

const ACTIVE_WITHIN_MS = 15 * MINUTE_MS;

/** Whom maintenance would lock out now, and how many accepted answers are still to be applied. */
export async function previewMaintenance(needs: Needs) {
  const { clock, events, reports } = needs;
  await flushTouches(needs);
  const sinceMs = clock.nowMs() - ACTIVE_WITHIN_MS;
  const { pending } = await readOutboxBacklog(reports);
  return {
    learnerStreams: await events.learnerStreams(),
    activeLearners15m: await countActiveLearners(reports, sinceMs),
    pendingAnswers: pending,
  };
}

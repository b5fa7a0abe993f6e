import { ProbeAnswer, type ProbeResult } from "@wordloom/contract";
import { createHash, timingSafeEqual } from "node:crypto";
import type { Deps } from "../../deps.ts";
import type { Learner } from "../../platform/actor.ts";
import { refuse } from "../../platform/app-error.ts";
import type { RequestFacts } from "../../platform/http/route.ts";
import { isDeviceId, requireOwnDevice } from "../devices/devices.service.ts";
import { advanceRequest, findProbe, type ProbeRecord, type RequestRow } from "./probe.repo.ts";
import { keepResult, keepText, STDERR_MAX_BYTES } from "./probe-result-size.ts";

type Needs = Pick<Deps, "clock" | "database">;

/** How long an administrator has for a confirmation. */
const CONFIRM_MS = 60_000;

/** The device that answers; what is no id counts as none. @throws AppError MISSING_DEVICE_ID */
export function requireAnsweringDevice(request: Pick<RequestFacts, "header">): string {
  const deviceId = request.header("x-device-id")?.trim() ?? "";
  return isDeviceId(deviceId) ? deviceId : refuse("MISSING_DEVICE_ID");
}

/**
 * Takes what a script gave, or that it waits for a confirmation.
 *
 * A result that comes late, but before the request was given up, counts. While a confirmation is
 * awaited there can be no success, only a giving up of the device itself.
 *
 * @throws AppError INVALID_PROBE_STATUS, PROBE_CONFIRM_TOKEN_MISSING, DEVICE_NOT_REGISTERED,
 *   DEVICE_OWNERSHIP_MISMATCH, NOT_FOUND, FORBIDDEN (the request is another device's, or the token
 *   is not the one that was confirmed), PROBE_ALREADY_COMPLETED, PROBE_ALREADY_PENDING_CONFIRM
 */
export async function takeProbeResult(
  needs: Needs,
  learner: Learner,
  deviceId: string,
  result: ProbeResult,
): Promise<void> {
  const answer = requireAnswer(result);
  await requireOwnDevice(needs, learner, deviceId, { claim: false });
  for (;;) {
    const probe = (await findProbe(needs.database, result.requestId)) ?? refuse("NOT_FOUND");
    if (probe.device_id !== deviceId) refuse("FORBIDDEN");
    requireOpen(probe, answer, result.confirmToken);
    const change =
      answer === "confirm_required"
        ? askForConfirmation(needs.clock.nowMs(), result)
        : complete(needs.clock.nowMs(), answer, result);
    // When it moved on in between, what holds now decides.
    if (await advanceRequest(needs.database, probe, change)) return;
  }
}

function requireAnswer({ status, confirmToken }: ProbeResult): ProbeAnswer {
  const answer = ProbeAnswer.safeParse(status);
  if (!answer.success) refuse("INVALID_PROBE_STATUS");
  if (answer.data === "confirm_required" && !confirmToken?.trim()) {
    refuse("PROBE_CONFIRM_TOKEN_MISSING");
  }
  return answer.data;
}

function requireOpen(
  probe: ProbeRecord,
  answer: ProbeAnswer,
  token: string | null | undefined,
): void {
  const waits = probe.status === "confirm_pending";
  if (!waits && probe.status !== "pending") refuse("PROBE_ALREADY_COMPLETED");
  const confirmed = probe.confirmed_at_ms !== null;
  if (answer === "confirm_required" && (waits || confirmed)) {
    refuse("PROBE_ALREADY_PENDING_CONFIRM");
  }
  if (answer === "ok" && waits) refuse("PROBE_ALREADY_PENDING_CONFIRM");
  if (confirmed && token != null && !isSame(token, probe.confirm_token ?? "")) refuse("FORBIDDEN");
}

function askForConfirmation(nowMs: number, { confirmToken }: ProbeResult): Partial<RequestRow> {
  const byMs = nowMs + CONFIRM_MS;
  return {
    status: "confirm_pending",
    confirm_token: confirmToken ?? null,
    confirm_by_ms: byMs,
    due_at_ms: byMs,
  };
}

function complete(
  nowMs: number,
  status: Exclude<ProbeAnswer, "confirm_required">,
  result: ProbeResult,
): Partial<RequestRow> {
  const kept = keepResult(result.resultJson);
  const stderr = keepText(result.stderr, STDERR_MAX_BYTES);
  const truncated = kept.truncated || stderr.truncated || result.truncated === true;
  return {
    status,
    completed_at_ms: nowMs,
    due_at_ms: null,
    result_json: kept.text,
    stderr: stderr.text,
    truncated: truncated ? 1 : 0,
    duration_ms: Math.round(result.durationMs),
  };
}

/** In a time that does not depend on where texts differ, or on their length. */
export function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}

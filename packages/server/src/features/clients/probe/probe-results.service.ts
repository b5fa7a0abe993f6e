import { ProbeAnswer, type ProbeResult } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import type { Learner } from "../../../platform/identity/actor.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import type { RequestFacts } from "../../../platform/http/route.ts";
import { isSameSecret } from "../../../platform/basics/same-secret.ts";
import { isDeviceId, requireOwnDevice } from "../devices/devices.service.ts";
import { advanceRequest, findProbe, type ProbeRecord, type RequestRow } from "./probe.repo.ts";
import { keepResult, keepText, STDERR_MAX_BYTES } from "./probe-result-size.ts";

type Needs = Pick<Deps, "clock" | "database">;

/** Time for an administrator to confirm. */
export const CONFIRM_MS = 60_000;

/**
 * The id of the calling device. An invalid id counts as missing. @throws AppError MISSING_DEVICE_ID
 */
export function requireDeviceId(request: Pick<RequestFacts, "header">): string {
  const deviceId = request.header("x-device-id")?.trim() ?? "";
  return isDeviceId(deviceId) ? deviceId : refuse("MISSING_DEVICE_ID");
}

/**
 * Stores the result of a script, or its request for a confirmation.
 *
 * A late result counts until the request has timed out. Before a confirmation a script cannot
 * succeed; it can only fail or time out on the device.
 *
 * @throws AppError INVALID_PROBE_STATUS, PROBE_CONFIRM_TOKEN_MISSING, DEVICE_NOT_REGISTERED,
 *   DEVICE_OWNERSHIP_MISMATCH, NOT_FOUND, FORBIDDEN (the request belongs to another device, or the
 *   token is not the confirmed one), PROBE_ALREADY_COMPLETED, PROBE_ALREADY_PENDING_CONFIRM
 */
export async function storeProbeResult(
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
        ? confirmationRequest(needs.clock.nowMs(), result)
        : complete(needs.clock.nowMs(), answer, result);
    // The request has changed meanwhile, so check again.
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
  const awaitsConfirmation = probe.status === "confirm_pending";
  if (!awaitsConfirmation && probe.status !== "pending") refuse("PROBE_ALREADY_COMPLETED");
  const confirmed = probe.confirmed_at_ms !== null;
  if (answer === "confirm_required" && (awaitsConfirmation || confirmed)) {
    refuse("PROBE_ALREADY_PENDING_CONFIRM");
  }
  if (answer === "ok" && awaitsConfirmation) refuse("PROBE_ALREADY_PENDING_CONFIRM");
  if (confirmed && token != null && !isSameSecret(token, probe.confirm_token ?? "")) {
    refuse("FORBIDDEN");
  }
}

function confirmationRequest(nowMs: number, { confirmToken }: ProbeResult): Partial<RequestRow> {
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
  const stored = keepResult(result.resultJson);
  const stderr = keepText(result.stderr, STDERR_MAX_BYTES);
  const truncated = stored.truncated || stderr.truncated || result.truncated === true;
  return {
    status,
    completed_at_ms: nowMs,
    due_at_ms: null,
    result_json: stored.text,
    stderr: stderr.text,
    truncated: truncated ? 1 : 0,
    duration_ms: Math.round(result.durationMs),
  };
}

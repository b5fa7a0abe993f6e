import type { Deps } from "../../../deps.ts";
import type { Admin } from "../../../platform/identity/actor.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import { isToCome } from "../../../platform/database/stored-times.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { isSameSecret } from "../../../platform/basics/same-secret.ts";
import { writeAudit } from "../../accounts/audit/audit.service.ts";
import { advanceRequest, findProbe } from "./probe.repo.ts";
import { CONFIRM_MS } from "./probe-results.service.ts";
import { dueAtMs } from "./probe.service.ts";

const SUFFIX_LENGTH = 5;

/**
 * Lets a device run a script that calls commands. The device gets back its own token, which proves
 * that the confirmation belongs to its request.
 *
 * @throws AppError NOT_FOUND if no confirmation was requested, PROBE_CONFIRM_EXPIRED if it was
 *   already given or is too late, PROBE_CONFIRM_SUFFIX_MISMATCH if the administrator named another
 *   device
 */
export async function confirmProbe(
  needs: Pick<Deps, "clock" | "database" | "events">,
  admin: Admin,
  requestId: string,
  deviceIdSuffix: string,
): Promise<void> {
  const atMs = needs.clock.nowMs();
  const probe = await transact(needs.database, async (tx) => {
    const request = (await findProbe(tx, requestId)) ?? refuse("NOT_FOUND");
    if (request.confirm_by_ms === null) refuse("NOT_FOUND", "This request needs no confirmation.");
    const isOpen =
      request.status === "confirm_pending" && isToCome(request.confirm_by_ms, atMs, CONFIRM_MS);
    if (!isOpen) refuse("PROBE_CONFIRM_EXPIRED");
    if (!isSameSecret(deviceIdSuffix, request.device_id.slice(-SUFFIX_LENGTH))) {
      refuse("PROBE_CONFIRM_SUFFIX_MISMATCH");
    }
    const advanced = await advanceRequest(tx, request, {
      status: "pending",
      confirmed_at_ms: atMs,
      due_at_ms: dueAtMs(atMs, request.timeout_ms),
    });
    if (!advanced) refuse("PROBE_CONFIRM_EXPIRED");
    await writeAudit(tx, {
      action: "probe.confirm",
      atMs,
      by: admin,
      target: { type: "probe", id: requestId },
      metadata: { deviceId: request.device_id, batchId: request.batch_id },
    });
    return request;
  });
  if (probe.user_id === null || probe.confirm_token === null) return;
  needs.events.toDevice(probe.user_id, probe.device_id, {
    type: "probe_confirm",
    requestId,
    confirmToken: probe.confirm_token,
  });
}

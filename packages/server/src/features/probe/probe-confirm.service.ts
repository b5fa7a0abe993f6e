import type { Deps } from "../../deps.ts";
import type { Admin } from "../../platform/actor.ts";
import { refuse } from "../../platform/app-error.ts";
import { transact } from "../../platform/database/transaction.ts";
import { writeAudit } from "../audit/audit.service.ts";
import { isSame } from "./probe-results.service.ts";
import { advanceRequest, findProbe } from "./probe.repo.ts";
import { dueAtMs } from "./probe.service.ts";

const SUFFIX_LENGTH = 5;

/**
 * Lets a device go on with a script that calls commands. The device gets back the token it made, by
 * which it knows that the confirmation is for what it asked.
 *
 * @throws AppError NOT_FOUND when nobody asked, PROBE_CONFIRM_EXPIRED when it was given or is too
 *   late, PROBE_CONFIRM_SUFFIX_MISMATCH when the device is another than the administrator thinks
 */
export async function confirmProbe(
  needs: Pick<Deps, "clock" | "database" | "events">,
  admin: Admin,
  requestId: string,
  deviceIdSuffix: string,
): Promise<void> {
  const atMs = needs.clock.nowMs();
  const probe = await transact(needs.database, async (tx) => {
    const asked = (await findProbe(tx, requestId)) ?? refuse("NOT_FOUND");
    if (asked.confirm_by_ms === null) refuse("NOT_FOUND", "No confirmation was asked for.");
    const isOpen = asked.status === "confirm_pending" && atMs < asked.confirm_by_ms;
    if (!isOpen) refuse("PROBE_CONFIRM_EXPIRED");
    if (!isSame(deviceIdSuffix, asked.device_id.slice(-SUFFIX_LENGTH))) {
      refuse("PROBE_CONFIRM_SUFFIX_MISMATCH");
    }
    const moved = await advanceRequest(tx, asked, {
      status: "pending",
      confirmed_at_ms: atMs,
      due_at_ms: dueAtMs(atMs, asked.timeout_ms),
    });
    if (!moved) refuse("PROBE_CONFIRM_EXPIRED");
    await writeAudit(tx, {
      action: "probe.confirm",
      atMs,
      adminId: admin.id,
      target: { type: "probe", id: requestId },
      metadata: { deviceId: asked.device_id, batchId: asked.batch_id },
    });
    return asked;
  });
  if (probe.user_id === null || probe.confirm_token === null) return;
  needs.events.toDevice(probe.user_id, probe.device_id, {
    type: "probe_confirm",
    requestId,
    confirmToken: probe.confirm_token,
  });
}

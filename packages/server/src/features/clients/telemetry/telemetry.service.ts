import type { TelemetryEventType, TelemetryReport } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import type { Learner } from "../../../platform/identity/actor.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import { DAY_MS } from "../../../platform/time/durations.ts";
import { perApp } from "../../../platform/memory/per-app.ts";
import type { DeviceHeaders } from "../devices/device-headers.ts";
import {
  findDevice,
  saveDeviceProfile,
  requireOwnDevice,
  type Device,
} from "../devices/devices.service.ts";
import { noteSign } from "./heartbeats.service.ts";
import { removeOldPackInstalls } from "../resource-packs/pack-installs.service.ts";
import { removeOldReports, storeReport } from "./telemetry-reports.service.ts";
import { cutProfile, toReportRow } from "./report-row.ts";
import {
  requireDescription,
  requireEventType,
  requireMetrics,
  strictModeFaults,
  type DeviceDescription,
} from "./telemetry-checks.ts";

type Needs = Pick<Deps, "clock" | "database" | "ids" | "log" | "settings"> & {
  readonly events: Pick<Deps["events"], "lastSeen">;
};

/** A report that has passed all checks. */
export interface CheckedReport {
  readonly report: TelemetryReport;
  readonly eventType: TelemetryEventType;
  readonly headers: DeviceHeaders;
  readonly device: Device;
  readonly userId: string;
}

/** Maximum number of logged faults remembered. Devices repeat theirs every few seconds. */
const LOGGED_MAX = 10_000;
const loggedFaults = perApp<Pick<Deps, "database">, Set<string>>(() => new Set());

/**
 * Checks a report in the documented order. A device without an owner becomes the caller's, and then
 * the report counts as a sign of life.
 *
 * @throws AppError INVALID_TELEMETRY, MISSING_TIMEZONE, MISSING_DEVICE_MODEL, MISSING_LANGUAGE,
 *   MISSING_DEVICE_FINGERPRINT, DEVICE_NOT_REGISTERED, DEVICE_OWNERSHIP_MISMATCH, INVALID_PAYLOAD
 */
export async function checkReport(
  needs: Needs,
  learner: Learner,
  headers: DeviceHeaders,
  report: TelemetryReport,
): Promise<CheckedReport> {
  const { deviceId } = headers;
  const eventType = requireEventType(report);
  const described = await describe(needs, deviceId, eventType, report);
  requireDescription(described);
  for (const fault of strictModeFaults(eventType, described, report.payload.device)) {
    if (!needs.settings.STRICT_MODE_ENABLED) break;
    if (needs.settings.STRICT_MODE_HARD_BLOCK) refuse(fault);
    logOnce(needs, deviceId, fault);
  }
  const device = await requireOwnDevice(needs, learner, deviceId, { claim: true });
  noteSign(needs, deviceId, needs.clock.nowMs());
  requireMetrics(report.payload);
  return { report, eventType, headers, device, userId: learner.id };
}

/** Stores a report, and the device's profile if it has changed. @returns the id of the report */
export async function saveReport(needs: Needs, checked: CheckedReport): Promise<string> {
  const { report, eventType, headers, device, userId } = checked;
  const { deviceId } = device;
  const row = toReportRow(report, {
    id: needs.ids.next(),
    deviceId,
    userId,
    eventType,
    atMs: needs.clock.nowMs(),
  });
  const hasChanged =
    (row.device_json !== null && row.device_json !== device.profileJson) ||
    headers.platform !== device.platform ||
    headers.appVersion !== device.appVersion;
  const { model, timezone, language } = cutProfile(report.payload.device ?? {});
  const profile = {
    model: model ?? null,
    timeZone: timezone ?? null,
    language: language ?? null,
    profileJson: row.device_json,
    platform: headers.platform,
    appVersion: headers.appVersion,
  };
  await storeReport(
    needs,
    row,
    hasChanged ? (tx) => saveDeviceProfile(tx, deviceId, profile) : undefined,
  );
  return row.id;
}

/** Removes telemetry older than the retention period. @returns number of reports */
export async function removeOldTelemetry(
  needs: Pick<Deps, "clock" | "database" | "settings">,
  signal: AbortSignal,
): Promise<number> {
  const beforeMs = needs.clock.nowMs() - needs.settings.TELEMETRY_RETENTION_DAYS * DAY_MS;
  const installs = await removeOldPackInstalls(needs, beforeMs, signal);
  return installs + (await removeOldReports(needs, beforeMs, signal));
}

/** The description in the report or, if it may be omitted, the one reported earlier. */
async function describe(
  needs: Needs,
  deviceId: string,
  eventType: TelemetryEventType,
  { payload }: TelemetryReport,
): Promise<DeviceDescription> {
  if (payload.device) return payload.device;
  if (eventType === "session_start") return {};
  const known = await findDevice(needs, deviceId);
  return { timezone: known?.timeZone, model: known?.model, language: known?.language };
}

function logOnce(needs: Needs, deviceId: string, fault: string): void {
  const logged = loggedFaults(needs);
  const key = `${fault} ${deviceId}`;
  if (logged.has(key) || logged.size >= LOGGED_MAX) return;
  logged.add(key);
  needs.log.warn({ deviceId, fault }, "STRICT_MODE_HARD_BLOCK would refuse this telemetry");
}

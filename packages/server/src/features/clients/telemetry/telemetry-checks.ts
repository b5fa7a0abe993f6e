import {
  TelemetryEventType,
  type DeviceProfile,
  type ErrorCode,
  type TelemetryReport,
} from "@wordloom/contract";
import { refuse } from "../../../platform/basics/app-error.ts";

type Payload = TelemetryReport["payload"];

/** The facts about a device that a report must contain unless an earlier one did. */
export type DeviceDescription = Pick<DeviceProfile, "timezone" | "model" | "language">;

const REQUEST_ID_LENGTH_MAX = 128;

/**
 * The type of a report. @throws AppError INVALID_TELEMETRY for an unknown type or a missing request
 * id
 */
export function requireEventType({ eventType, requestId }: TelemetryReport): TelemetryEventType {
  const type = TelemetryEventType.safeParse(eventType);
  if (!type.success) refuse("INVALID_TELEMETRY", "Unknown eventType.");
  if (type.data !== "on_demand") return type.data;
  const length = requestId?.trim().length ?? 0;
  if (length === 0 || length > REQUEST_ID_LENGTH_MAX) {
    refuse("INVALID_TELEMETRY", "on_demand needs the requestId of a telemetry_request.");
  }
  return type.data;
}

/** @throws AppError MISSING_TIMEZONE, MISSING_DEVICE_MODEL */
export function requireDescription({ timezone, model }: DeviceDescription): void {
  if (isBlank(timezone)) refuse("MISSING_TIMEZONE");
  if (isBlank(model)) refuse("MISSING_DEVICE_MODEL");
}

/** The facts missing from a report under strict mode, in the order in which they are refused. */
export function strictModeFaults(
  eventType: TelemetryEventType,
  described: DeviceDescription,
  device: DeviceProfile | null | undefined,
): ErrorCode[] {
  const faults: ErrorCode[] = [];
  if (isBlank(described.language)) faults.push("MISSING_LANGUAGE");
  if (eventType === "session_start" && !hasFingerprint(device ?? {})) {
    faults.push("MISSING_DEVICE_FINGERPRINT");
  }
  return faults;
}

/** @throws AppError INVALID_PAYLOAD naming the first negative metric of the session */
export function requireMetrics(payload: Payload): void {
  const { sessionDurationSecs, actionsPerMin, errorCount, avgResponseTimeMs } = payload;
  const metrics = { sessionDurationSecs, actionsPerMin, errorCount, avgResponseTimeMs };
  for (const [name, value] of Object.entries(metrics)) {
    if (value != null && value < 0) refuse("INVALID_PAYLOAD", `${name} is negative.`);
  }
}

function hasFingerprint({ screenWidth, screenHeight, pixelRatio, cpuCores }: DeviceProfile) {
  return [screenWidth, screenHeight, pixelRatio, cpuCores].every((value) => value != null);
}

function isBlank(text: string | null | undefined): boolean {
  return text == null || text.trim() === "";
}

/** A registered device. Times are epoch milliseconds. */
export interface Device {
  readonly deviceId: string;
  /** The owner; null until a learner has signed in on it. */
  readonly userId: string | null;
  /** `ios`, `android`, `web` …; `unknown` if never reported. */
  readonly platform: string;
  readonly appVersion: string | null;
  readonly model: string | null;
  readonly timeZone: string | null;
  readonly language: string | null;
  /** Device profile of the latest telemetry report, as JSON. */
  readonly profileJson: string | null;
  readonly firstSeenAtMs: number;
  readonly lastSeenAtMs: number;
  readonly bannedAtMs: number | null;
  readonly banReason: string | null;
  readonly riskReason: string | null;
  readonly riskFlaggedAtMs: number | null;
  readonly riskRelatedDevice: string | null;
}

/** A request's headers about its device. null: missing or invalid. */
export interface DeviceHints {
  readonly platform: string | null;
  readonly appVersion: string | null;
  readonly fingerprint: string | null;
  readonly fingerprintCoarse: string | null;
}

type Header = (name: string) => string | undefined;

const DEVICE_ID = /^[A-Za-z0-9._:-]{1,128}$/;
const PLATFORM = /^[a-z0-9._-]{1,32}$/;
const APP_VERSION_LENGTH_MAX = 64;
const FINGERPRINT_LENGTH_MAX = 128;

/** Platform of a device that never reported one. */
const PLATFORM_UNKNOWN = "unknown";

export function isDeviceId(text: string): boolean {
  return DEVICE_ID.test(text);
}

/** The platform in a header, in lower case; null if missing, invalid or `unknown`. */
function platformOf(text: string | undefined): string | null {
  const platform = (text ?? "").trim().toLowerCase();
  return PLATFORM.test(platform) && platform !== PLATFORM_UNKNOWN ? platform : null;
}

export function deviceHintsOf(header: Header): DeviceHints {
  return {
    platform: platformOf(header("x-device-platform")),
    appVersion: header("x-app-version")?.trim().slice(0, APP_VERSION_LENGTH_MAX) || null,
    fingerprint: fingerprintOf(header("x-device-fingerprint")),
    fingerprintCoarse: fingerprintOf(header("x-device-fingerprint-coarse")),
  };
}

/** Fingerprints that are too long are ignored: truncated, they could match another device. */
function fingerprintOf(text: string | undefined): string | null {
  const fingerprint = text?.trim() ?? "";
  return fingerprint.length <= FINGERPRINT_LENGTH_MAX ? fingerprint || null : null;
}

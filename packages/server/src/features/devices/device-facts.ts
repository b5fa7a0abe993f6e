/** A device as the register knows it. Times are epoch milliseconds. */
export interface Device {
  readonly deviceId: string;
  /** The owner; null until a learner signed in on it. */
  readonly userId: string | null;
  /** `ios`, `android`, `web` …; `unknown` when it never said. */
  readonly platform: string;
  readonly appVersion: string | null;
  readonly model: string | null;
  readonly timeZone: string | null;
  readonly language: string | null;
  /** What its telemetry last said about it, as JSON. */
  readonly profileJson: string | null;
  readonly firstSeenAtMs: number;
  readonly lastSeenAtMs: number;
  readonly bannedAtMs: number | null;
  readonly banReason: string | null;
  readonly riskReason: string | null;
  readonly riskFlaggedAtMs: number | null;
  readonly riskRelatedDevice: string | null;
}

/** What a request says about the device it comes from; null: it says nothing usable. */
export interface DeviceSigns {
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

/** Platform of a device that never said what it is. */
const PLATFORM_UNKNOWN = "unknown";

export function isDeviceId(text: string): boolean {
  return DEVICE_ID.test(text);
}

/** The platform a header names, in lower case; null when it names none, or says `unknown`. */
function platformOf(text: string | undefined): string | null {
  const platform = (text ?? "").trim().toLowerCase();
  return PLATFORM.test(platform) && platform !== PLATFORM_UNKNOWN ? platform : null;
}

export function signsOf(header: Header): DeviceSigns {
  return {
    platform: platformOf(header("x-device-platform")),
    appVersion: header("x-app-version")?.trim().slice(0, APP_VERSION_LENGTH_MAX) || null,
    fingerprint: fingerprintOf(header("x-device-fingerprint")),
    fingerprintCoarse: fingerprintOf(header("x-device-fingerprint-coarse")),
  };
}

/** One that is cut off could be taken for another; too long a one is none. */
function fingerprintOf(text: string | undefined): string | null {
  const fingerprint = text?.trim() ?? "";
  return fingerprint.length <= FINGERPRINT_LENGTH_MAX ? fingerprint || null : null;
}

import { createHash } from "node:crypto";

/** Facts about the device of a session. */
export interface DeviceNote {
  readonly platform: string | null;
  /** Browser or app, and operating system, such as `Firefox, Linux`. */
  readonly label: string | null;
  /** IP address at sign-in; kept in the learner's activity log, not with the session. */
  readonly ip?: string | undefined;
  /**
   * A digest of the id that the client gives its device, never shown: it distinguishes a device
   * that asks again from another one. Null if the client gives no id.
   */
  readonly mark?: string | null;
}

/** For sign-ins without a request. */
export const unknownDevice: DeviceNote = { platform: null, label: null };

const PLATFORM = /^[a-z0-9._-]{1,32}$/;

/** `<app>-iOS/1.2.3` or `<app>-Android/1.2.3` anywhere in the User-Agent. */
const NATIVE_APP = /(?:^|\s)([A-Za-z0-9]{1,32})-(iOS|Android)\//;

/** In this order, because browsers also name those that they descend from. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:iPhone|iPad|iPod)\b/, "iOS"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMacintosh\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

/** No browser sends a longer one. */
const AGENT_MAX = 1_000;

/** The device of a request, from its headers x-device-platform and User-Agent. */
export function deviceNoteOf(request: {
  header(name: string): string | undefined;
  readonly ip?: string;
}): DeviceNote {
  const platform = request.header("x-device-platform")?.trim().toLowerCase() ?? "";
  const agent = (request.header("user-agent") ?? "").slice(0, AGENT_MAX);
  return {
    platform: PLATFORM.test(platform) ? platform : null,
    label: labelOf(agent),
    ip: request.ip,
    mark: markOf(request.header("x-device-id")),
  };
}

function markOf(deviceId: string | undefined): string | null {
  if (deviceId === undefined || deviceId === "") return null;
  return createHash("sha256").update(deviceId).digest("base64url");
}

function labelOf(agent: string): string | null {
  const [, app, system] = NATIVE_APP.exec(agent) ?? [];
  if (app !== undefined) return `${app}, ${system}`;
  const names = [nameIn(agent, BROWSERS), nameIn(agent, SYSTEMS)].filter((name) => name !== null);
  return names.length === 0 ? null : names.join(", ");
}

function nameIn(agent: string, known: typeof BROWSERS): string | null {
  return known.find(([pattern]) => pattern.test(agent))?.[1] ?? null;
}

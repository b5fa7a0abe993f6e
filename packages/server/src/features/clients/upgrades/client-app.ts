import { parseVersion } from "../../../platform/basics/app-version.ts";

type Header = (name: string) => string | undefined;

/** The app that sent a request, according to its headers. */
export interface ClientApp {
  /**
   * In lower case, from x-device-platform or else the User-Agent; undefined if neither names one.
   */
  readonly platform: string | undefined;
  /** Whether x-device-platform names the platform. */
  readonly namesPlatform: boolean;
  /** Any client except a web page. */
  readonly isNative: boolean;
  /** Whether the User-Agent is that of a native app, with or without a valid version. */
  readonly agent: "named" | "without version" | "unnamed";
  /** Undefined without a valid version. */
  readonly version: string | undefined;
  readonly deviceId: string | undefined;
}

/** `<app>-iOS/1.2.3` or `<app>-Android/1.2.3` anywhere in the User-Agent. */
const NATIVE_AGENT = /(?:^|\s)[^\s/]+-(iOS|Android)\/(\S*)/;

export function clientAppOf(header: Header): ClientApp {
  const [agent, system, agentVersion = ""] = NATIVE_AGENT.exec(header("user-agent") ?? "") ?? [];
  const named = header("x-device-platform")?.trim().toLowerCase() ?? "";
  const namesPlatform = named !== "" && named !== "unknown";
  const platform = namesPlatform ? named : system?.toLowerCase();
  // In the User-Agent a version must have all three numbers.
  const isVersioned = parseVersion(agentVersion, "three") !== undefined;
  return {
    platform,
    namesPlatform,
    isNative: agent !== undefined || (platform !== undefined && platform !== "web"),
    agent: agent === undefined ? "unnamed" : isVersioned ? "named" : "without version",
    version: isVersioned ? agentVersion : validVersion(header("x-app-version")),
    deviceId: header("x-device-id"),
  };
}

/** Whether a request identifies its app at all. Cheaper than `clientAppOf`. */
export function namesApp(header: Header): boolean {
  if (header("x-device-platform") !== undefined) return true;
  const agent = header("user-agent");
  return agent !== undefined && (agent.includes("-iOS/") || agent.includes("-Android/"));
}

function validVersion(version: string | undefined): string | undefined {
  const text = version?.trim() ?? "";
  return parseVersion(text) === undefined ? undefined : text;
}

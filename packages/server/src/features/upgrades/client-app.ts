import { parseVersion } from "../../platform/app-version.ts";

type Header = (name: string) => string | undefined;

/** The app behind a request, by what it says of itself. */
export interface ClientApp {
  /** In lower case, from the header or else the User-Agent; undefined when neither says. */
  readonly platform: string | undefined;
  /** Whether the header for it says which. */
  readonly namesPlatform: boolean;
  /** Anything but a web page. */
  readonly isNative: boolean;
  /** How its User-Agent names it: as native apps do, without a version that can be read, or not. */
  readonly agent: "named" | "without version" | "unnamed";
  /** Undefined when it says none that can be read. */
  readonly version: string | undefined;
  readonly deviceId: string | undefined;
}

/** `<app>-iOS/1.2.3` or `<app>-Android/1.2.3`, whatever follows. */
const NATIVE_AGENT = /(?:^|\s)[^\s/]+-(iOS|Android)\/(\S*)/;

export function clientAppOf(header: Header): ClientApp {
  const [agent, system, agentVersion = ""] = NATIVE_AGENT.exec(header("user-agent") ?? "") ?? [];
  const named = header("x-device-platform")?.trim().toLowerCase() ?? "";
  const namesPlatform = named !== "" && named !== "unknown";
  const platform = namesPlatform ? named : system?.toLowerCase();
  // Only a version with all three numbers is one there.
  const isVersioned = parseVersion(agentVersion, "three") !== undefined;
  return {
    platform,
    namesPlatform,
    isNative: agent !== undefined || (platform !== undefined && platform !== "web"),
    agent: agent === undefined ? "unnamed" : isVersioned ? "named" : "without version",
    version: isVersioned ? agentVersion : readable(header("x-app-version")),
    deviceId: header("x-device-id"),
  };
}

/** Whether a request says anything about its app; quicker than finding out what. */
export function namesApp(header: Header): boolean {
  if (header("x-device-platform") !== undefined) return true;
  const agent = header("user-agent");
  return agent !== undefined && (agent.includes("-iOS/") || agent.includes("-Android/"));
}

function readable(version: string | undefined): string | undefined {
  const text = version?.trim() ?? "";
  return parseVersion(text) === undefined ? undefined : text;
}

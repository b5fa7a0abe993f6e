import type { Deps } from "../../deps.ts";
import { isOlder, newestOf } from "../../platform/app-version.ts";
import {
  readSystemSettings,
  systemSettingsAtHand,
  type SystemSettings,
} from "../system-settings/system-settings.service.ts";
import type { ClientApp } from "./client-app.ts";
import { pushToDevices } from "./matching-devices.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "settings">;
type Stored = Pick<SystemSettings, "min_client_version" | "version_gate_enabled">;

/**
 * The oldest version of native apps that is let in: the higher of what the environment asks for and
 * what an administrator does, the latter only while the gate is enabled.
 *
 * @returns undefined when every version is let in
 */
function effectiveMinimum(
  { settings }: Pick<Deps, "settings">,
  { version_gate_enabled, min_client_version }: Stored,
): string | undefined {
  return newestOf([settings.MIN_CLIENT_VERSION, version_gate_enabled ? min_client_version : null]);
}

/** The minimum in force, without waiting when it is in memory. */
export function minimumInForce(
  needs: Needs,
): { readonly minimum: string | undefined } | Promise<{ readonly minimum: string | undefined }> {
  const stored = systemSettingsAtHand(needs);
  if (stored !== undefined) return { minimum: effectiveMinimum(needs, stored) };
  return readSystemSettings(needs).then((read) => ({ minimum: effectiveMinimum(needs, read) }));
}

/** Whether the gate keeps this app out; a native app that does not say its version as well. */
export function isOutdated(
  app: Pick<ClientApp, "isNative" | "version">,
  minimum: string | undefined,
): boolean {
  return app.isNative && minimum !== undefined && isOlder(app.version, minimum) !== false;
}

/**
 * Tells connected devices that were kept out and no longer are. To be called after the commit of a
 * change of the gate, with the effective minimum before and after it.
 *
 * @returns number of streams that were told
 */
export async function versionGateChanged(
  needs: Pick<Deps, "database" | "events">,
  before: string | undefined,
  after: string | undefined,
): Promise<number> {
  const isLoosened = before !== undefined && (after === undefined || isOlder(after, before));
  if (!isLoosened) return 0;
  return pushToDevices(needs, { type: "upgrade_cleared", origin: "gate" }, (device) => {
    const app = { isNative: device.platform !== "web", version: device.appVersion ?? undefined };
    return isOutdated(app, before) && !isOutdated(app, after);
  });
}

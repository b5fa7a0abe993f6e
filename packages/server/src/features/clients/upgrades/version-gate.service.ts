import type { Deps } from "../../../deps.ts";
import { isOlder, newestOf, parseVersion } from "../../../platform/basics/app-version.ts";
import {
  readSystemSettings,
  cachedSystemSettings,
  type SystemSettings,
} from "../../accounts/settings/settings.service.ts";
import type { ClientApp } from "./client-app.ts";
import { DAY_MS } from "../../../platform/time/durations.ts";
import { flushTouches } from "../devices/device-touches.service.ts";
import { pushToDevices } from "./matching-devices.service.ts";
import { countNativeDevices, countOwnersOf } from "./version-gate.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "settings">;
type Stored = Pick<SystemSettings, "min_client_version" | "version_gate_enabled">;

/**
 * The oldest admitted native app version: the higher of the environment's and the administrator's,
 * the latter only while the gate is enabled.
 *
 * @returns undefined if every version is admitted
 */
export function effectiveMinimum(
  { settings }: Pick<Deps, "settings">,
  { version_gate_enabled, min_client_version }: Stored,
): string | undefined {
  return newestOf([settings.MIN_CLIENT_VERSION, version_gate_enabled ? min_client_version : null]);
}

/** The effective minimum. Synchronous if the settings are cached. */
export function minimumInForce(
  needs: Needs,
): { readonly minimum: string | undefined } | Promise<{ readonly minimum: string | undefined }> {
  const stored = cachedSystemSettings(needs);
  if (stored !== undefined) return { minimum: effectiveMinimum(needs, stored) };
  return readSystemSettings(needs).then((read) => ({ minimum: effectiveMinimum(needs, read) }));
}

/** Whether the gate refuses this app, including a native app without a readable version. */
export function isOutdated(
  app: Pick<ClientApp, "isNative" | "version">,
  minimum: string | undefined,
): boolean {
  return app.isNative && minimum !== undefined && isOlder(app.version, minimum) !== false;
}

/**
 * Notifies connected devices that are no longer refused. Call after the commit of a change to the
 * gate, with the effective minimum before and after.
 *
 * @returns number of streams notified
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

/** Native devices that a minimum version would refuse. */
export interface GateReach {
  readonly devices: number;
  /** Learners who own them. */
  readonly users: number;
  readonly byPlatform: { readonly platform: string; readonly devices: number }[];
  /** Devices among them without a readable version. */
  readonly unreadable: number;
}

const SEEN_WITHIN_MS = 30 * DAY_MS;

/**
 * The devices and learners that the gate would refuse with this minimum, among devices seen in the
 * last 30 days.
 */
export async function previewGate(
  needs: Needs & Pick<Deps, "reports">,
  minClientVersion: string,
): Promise<GateReach> {
  const { clock, reports, settings } = needs;
  const minimum = newestOf([settings.MIN_CLIENT_VERSION, minClientVersion]);
  const sinceMs = clock.nowMs() - SEEN_WITHIN_MS;
  await flushTouches(needs);
  const refused = (await countNativeDevices(reports, sinceMs)).filter(({ version }) =>
    isOutdated({ isNative: true, version: version ?? undefined }, minimum),
  );
  const versions = [...new Set(refused.map(({ version }) => version))];
  const platforms = Map.groupBy(refused, ({ platform }) => platform);
  return {
    devices: sumOf(refused),
    users: await countOwnersOf(reports, sinceMs, versions),
    byPlatform: [...platforms].map(([platform, rows]) => ({ platform, devices: sumOf(rows) })),
    unreadable: sumOf(refused.filter(({ version }) => parseVersion(version ?? "") === undefined)),
  };
}

function sumOf(rows: readonly { readonly count: number }[]): number {
  return rows.reduce((sum, { count }) => sum + count, 0);
}

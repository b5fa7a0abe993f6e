import { refuse } from "../../../platform/basics/app-error.ts";
import { formatVersion, parseVersion } from "../../../platform/basics/app-version.ts";
import type { GateModule } from "../../../platform/http/gates.ts";
import type { RequestFacts } from "../../../platform/http/route.ts";
import { bannedDevices } from "../devices/device-bans.service.ts";
import { noteTouch } from "../devices/device-touches.service.ts";
import { isDeviceId, deviceHintsOf } from "../devices/devices.service.ts";
import {
  clientAppOf,
  namesApp,
  upgradeHint,
  upgradePolicies,
  type ClientApp,
  type UpgradePolicy,
} from "../upgrades/upgrade-policies.service.ts";
import { isOutdated, minimumInForce } from "../upgrades/version-gate.service.ts";
import { hasUpgradeHints, isClosedToBanned, recordsDevice, requiresApp } from "./gate-paths.ts";

/** Adds a hint about the app's version if there is a policy for its platform. */
const upgradeHints: GateModule = (deps) => ({
  guards: hasUpgradeHints,
  pass(request) {
    const header = headerOf(request);
    if (!namesApp(header)) return undefined;
    const app = clientAppOf(header);
    const policies = upgradePolicies(deps);
    const cached = policies.atHand();
    return cached === undefined
      ? policies.read().then((read) => hintHeader(read, app))
      : hintHeader(cached, app);
  },
});

/** Refuses banned devices, no matter which account uses them. */
const bans: GateModule = (deps) => ({
  guards: isClosedToBanned,
  pass(request) {
    const deviceId = request.header("x-device-id");
    if (deviceId === undefined) return undefined;
    const banned = bannedDevices(deps);
    const cached = banned.atHand();
    if (cached === undefined) return banned.read().then((read) => refuseBanned(read, deviceId));
    return refuseBanned(cached, deviceId);
  },
});

/** Refuses apps that are too old and, in strict mode, those that do not identify themselves. */
const strictMode: GateModule = (deps) => ({
  guards: requiresApp,
  pass(request) {
    const header = headerOf(request);
    const isStrict = deps.settings.STRICT_MODE_ENABLED;
    if (!isStrict && !namesApp(header)) return undefined;
    const app = clientAppOf(header);
    if (isStrict) requireNamed(app);
    if (!app.isNative) return undefined;
    const inForce = minimumInForce(deps);
    return inForce instanceof Promise
      ? inForce.then(({ minimum }) => checkNative(app, minimum, isStrict))
      : checkNative(app, inForce.minimum, isStrict);
  },
});

/** Records which devices learners use. */
const touches: GateModule = (deps) => ({
  guards: recordsDevice,
  needsCaller: (request) => request.header("x-device-id") !== undefined,
  onAdmitted(request, account) {
    const deviceId = request.header("x-device-id");
    if (deviceId === undefined || account.kind !== "learner" || !isDeviceId(deviceId)) return;
    const hints = deviceHintsOf(headerOf(request));
    noteTouch(deps, { ...hints, deviceId, userId: account.id, ip: request.ip });
  },
});

/** Checks before the endpoints, in this order. */
export const clientGates: readonly GateModule[] = [upgradeHints, bans, strictMode, touches];

function headerOf(request: RequestFacts): (name: string) => string | undefined {
  return (name) => request.header(name);
}

function hintHeader(policies: ReadonlyMap<string, UpgradePolicy>, app: ClientApp) {
  const policy = app.platform === undefined ? undefined : policies.get(app.platform);
  return policy && { "x-upgrade-hint": upgradeHint(policy, app) };
}

function refuseBanned(banned: ReadonlySet<string>, deviceId: string): undefined {
  if (banned.has(deviceId)) refuse("CLIENT_BANNED");
}

function requireNamed({ deviceId, namesPlatform, isNative, agent }: ClientApp): void {
  if (deviceId === undefined || !isDeviceId(deviceId)) refuse("MISSING_DEVICE_ID");
  if (!namesPlatform) refuse("MISSING_OS");
  if (isNative && agent === "unnamed") refuse("MISSING_USER_AGENT");
}

/** An app that names itself without a version counts as older than any minimum. */
function checkNative(app: ClientApp, minimum: string | undefined, isStrict: boolean): undefined {
  if (isOutdated(app, minimum)) {
    const version = parseVersion(minimum ?? "");
    const text = version === undefined ? minimum : formatVersion(version);
    refuse("CLIENT_OUTDATED", `app_version_too_low: minimum version is ${text}`);
  }
  if (isStrict && app.agent !== "named") refuse("MISSING_USER_AGENT");
}

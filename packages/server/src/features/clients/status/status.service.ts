import type { Status } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { isOlder, newestOf } from "../../../platform/basics/app-version.ts";
import type { RequestFacts } from "../../../platform/http/route.ts";
import { VERSION } from "../../../platform/basics/version.ts";
import { broadcastVersion } from "../upgrades/upgrade-broadcasts.service.ts";
import { clientAppOf, upgradePolicies } from "../upgrades/upgrade-policies.service.ts";
import { isOutdated, minimumInForce } from "../upgrades/version-gate.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "maintenance" | "settings">;

/**
 * The status for a client. Headers identify the app. Without a platform only the facts about the
 * web app are included.
 */
export async function readStatus(
  needs: Needs,
  request: Pick<RequestFacts, "header">,
): Promise<Status> {
  const app = clientAppOf((name) => request.header(name));
  const policies = await upgradePolicies(needs).read();
  const { minimum } = await minimumInForce(needs);
  const web = policies.get("web");
  const own = app.platform === undefined ? undefined : policies.get(app.platform);
  const isBelowPolicy = isOlder(app.version, own?.minVersion ?? "") === true;
  return {
    maintenanceMode: needs.maintenance.active,
    version: VERSION,
    webTargetVersion: web?.suggestedVersion ?? web?.minVersion ?? null,
    webPwaSilentUpdate: web?.pwaSilentUpdate ?? false,
    forceUpgrade: isBelowPolicy || isOutdated(app, minimum),
    latestVersion:
      app.platform === undefined
        ? null
        : (newestOf([
            ...[own?.suggestedVersion, own?.minVersion, app.isNative ? minimum : null],
            await broadcastVersion(needs, app.platform),
          ]) ?? null),
  };
}

import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import {
  activateVersion,
  deactivateVersion,
  storePack,
} from "../../clients/resource-packs/pack-changes.service.ts";
import { listAllPacks, readStats, readSummary } from "./resource-packs-admin.service.ts";

/**
 * Uploading, activating and withdrawing resource packs, and the outcomes of their installations.
 */
export const resourcePacksAdminRoutes: RouteModule = (mount, deps) => {
  mount(contract.listAdminPacks, async ({ answer }) => answer(200, await listAllPacks(deps)));

  mount(contract.readPackSummary, async ({ answer }) => answer(200, await readSummary(deps)));

  mount(contract.uploadPack, async ({ actor, params, query, body, answer }) => {
    const { version, channel, minAppVersion, description } = query;
    const about = { packId: params.pack_id, version, channel, minAppVersion, description };
    return answer(200, await storePack(deps, actor, { ...about, bytes: body }));
  });

  mount(contract.activatePack, async ({ actor, params, body, answer }) => {
    const pack = { packId: params.pack_id, version: body.version };
    const channel = await activateVersion(deps, actor, pack, params.channel);
    const audienceClients = await deps.events.learnerStreams();
    return answer(200, { ...pack, channel, activated: true, audienceClients });
  });

  mount(contract.deactivatePack, async ({ actor, params, answer }) => {
    const pack = { packId: params.pack_id, version: params.version };
    await deactivateVersion(deps, actor, pack);
    return answer(200, { ...pack, deactivated: true });
  });

  mount(contract.readPackStats, async ({ params, query, answer }) =>
    answer(200, await readStats(deps, params.pack_id, query.days)),
  );
};

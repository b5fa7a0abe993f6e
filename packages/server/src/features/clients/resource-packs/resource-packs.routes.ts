import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import { addressWarning, downloadPrefix } from "./download-address.ts";
import { readPublicKey } from "./pack-signer.service.ts";
import { listPacks, readManifest, readPayload } from "./resource-packs.service.ts";

/** Resource packs as clients read them. */
export const resourcePacksRoutes: RouteModule = (mount, deps) => {
  const warning = addressWarning(deps.settings);
  if (warning !== undefined) deps.log.warn({}, warning);

  mount(contract.listResourcePacks, async ({ query, answer }) =>
    answer(200, await listPacks(deps, query)),
  );

  mount(contract.readPackManifest, async ({ params, query, request, answer }) => {
    const { channel, appVersion } = query;
    const prefix = downloadPrefix(deps.settings, request);
    const wanted = { packId: params.packId, channel, appVersion, prefix };
    const { manifest, etag } = await readManifest(deps, wanted);
    // The address in it depends on the requested host.
    const headers = { "cache-control": "max-age=60", etag, vary: "Host, X-Forwarded-Host" };
    const isHeld = request.header("if-none-match")?.includes(etag) === true;
    return isHeld ? answer(304, "", { headers }) : answer(200, manifest, { headers });
  });

  mount(contract.readPackKey, async ({ answer }) => {
    const publicKey = await readPublicKey(deps);
    const headers = { "cache-control": "public, max-age=300" };
    return answer(200, { publicKey, algorithm: "ed25519" }, { headers });
  });

  mount(contract.downloadPack, async ({ params, answer }) => {
    const bytes = await readPayload(deps, { packId: params.pack, version: params.version });
    const headers = {
      "content-type": "application/json",
      "content-disposition": "attachment",
      "cache-control": "immutable, max-age=31536000",
    };
    return answer(200, bytes, { headers });
  });
};

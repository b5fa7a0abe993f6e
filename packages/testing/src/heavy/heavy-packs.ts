import type { HeavyRequest } from "./heavy-bodies.ts";

/** The largest legal requests about resource packs; by the endpoint's name. */
export function packRequests(): Readonly<Record<string, readonly HeavyRequest[]>> {
  const version = "999999999.0.0";
  const pack_id = "p".repeat(64);
  const most = 4 * 1024 * 1024;
  const about = `version=${version}&channel=stable&description=${"d".repeat(500)}`;
  return {
    listResourcePacks: [{ query: "channel=stable" }],
    readPackManifest: [
      { params: { packId: "none" }, query: `appVersion=${version}&locale=${"l".repeat(64)}` },
    ],
    downloadPack: [{ params: { pack: pack_id, version } }],
    uploadPack: [
      { params: { pack_id }, query: about, bytes: () => Buffer.alloc(most, "[") },
      {
        params: { pack_id: `${pack_id.slice(1)}q` },
        query: about,
        bytes: () => Buffer.from(`[${"{},".repeat(most / 3 - 2)}{}]`),
      },
    ],
    activatePack: [{ params: { pack_id, channel: "stable" }, body: { version } }],
    deactivatePack: [{ params: { pack_id: "none", version } }],
    readPackStats: [{ params: { pack_id }, query: "days=90" }],
  };
}

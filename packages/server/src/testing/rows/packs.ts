import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ScenarioApp } from "../app/scenarios.ts";

// A pack called news, as administrators create it.

export const ADMIN_PACKS = "/api/admin/resource-packs";
export const PACK_VERSIONS = `${ADMIN_PACKS}/news/versions`;
export const STABLE_PACK = `${ADMIN_PACKS}/news/channel/stable/active`;
export const PAYLOAD = Buffer.from('{"schema":1,"slots":{}}');

/** The request that uploads a version. */
export const packUpload = (version: string, more = "", body: Buffer = PAYLOAD) =>
  ["POST", `${PACK_VERSIONS}?version=${version}&channel=stable${more}`, body] as const;

/** The data of an administrator's call. */
export async function callAdmin(
  { a1, send }: ScenarioApp,
  method: string,
  url: string,
  body?: object,
) {
  return (await send(method, url, { headers: a1.headers, ...(body && { body }) })).body.data;
}

export async function uploadPacks(app: ScenarioApp, ...versions: string[]): Promise<void> {
  for (const version of versions) await callAdmin(app, ...packUpload(version));
}

export const activatePack = (app: ScenarioApp, version: string) =>
  callAdmin(app, "PUT", STABLE_PACK, { version });

/** Uploads version 1.0.0 and activates it. */
export async function packInForce(app: ScenarioApp): Promise<void> {
  await uploadPacks(app, "1.0.0");
  await activatePack(app, "1.0.0");
}

export const packKeyFile = ({ deps }: ScenarioApp) =>
  join(deps.settings.DATA_DIR, "keys", "ed25519_resource_pack.key");
export const payloadFile = ({ deps }: ScenarioApp) =>
  join(deps.settings.DATA_DIR, "packs", "news", "1.0.0", "payload.json");

/** Writes a file that the service does not have yet. */
export function place(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

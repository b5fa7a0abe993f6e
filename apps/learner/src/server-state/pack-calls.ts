import type { PackManifest, PackOutcome, ResourcePack } from "@wordloom/contract";
import { reportPackInstall } from "virtual:endpoints";
import { basePath } from "@wordloom/web";
import { keep, readKept } from "@wordloom/web/state";
import { APP_VERSION, deviceHeaders } from "../platform/device.ts";
import { call } from "./api.ts";

// Manifest and key need no sign-in and are cached by the browser according to their headers, and
// payloads are bytes. So these calls do not use the contract's client.

const TIMEOUT_MS = 20_000;
const PAYLOAD_MAX_BYTES = 4 * 1024 * 1024;

/**
 * Ids of the packs with a version in force in the channel `stable`. Asking for others would make
 * the browser log a 404 each.
 * @throws when the service cannot be asked
 */
export async function fetchPacksInForce(): Promise<ReadonlySet<string>> {
  const packs = await dataOf<ResourcePack[]>(
    await ask("/api/resource-packs?channel=stable", "no-cache"),
  );
  return new Set(packs.map(({ packId }) => packId));
}

/**
 * The version in force in the channel `stable`.
 * @returns undefined if there is none
 * @throws when the service cannot be asked
 */
export async function fetchManifest(
  packId: string,
): Promise<PackManifest | undefined | "app_version_too_low"> {
  const query = new URLSearchParams({ appVersion: APP_VERSION, channel: "stable" });
  const path = `/api/resource-packs/${encodeURIComponent(packId)}/manifest?${query}`;
  const reply = await ask(path, "no-cache");
  if (reply.status === 404) return undefined;
  if (reply.status === 409) return "app_version_too_low";
  return dataOf<PackManifest>(reply);
}

/**
 * The bytes of a version. They always come from the service itself, since the page's content
 * security policy allows no other origin; the signature proves that they are genuine.
 */
export async function downloadPayload({
  packId,
  version,
  sizeBytes,
}: Pick<PackManifest, "packId" | "version" | "sizeBytes">): Promise<Uint8Array<ArrayBuffer>> {
  if (sizeBytes > PAYLOAD_MAX_BYTES) throw new Error("too large for a pack");
  const [pack, wanted] = [packId, version].map(encodeURIComponent);
  const reply = await ask(`/packs/${pack}/${wanted}/payload.json`, "default");
  if (!reply.ok) throw new Error(`no payload: ${reply.status}`);
  return new Uint8Array(await reply.arrayBuffer());
}

const KEY = "pack-key";

/**
 * The key that verifies packs: the one the service had when this browser first asked. Somebody who
 * takes over the service later cannot replace it.
 * @throws when no key is stored and the service cannot be asked
 */
export async function packKey(): Promise<string> {
  const pinned = readKept<string>(KEY, "");
  if (pinned !== "") return pinned;
  const reply = await ask("/api/resource-packs/public-key", "no-cache");
  const { publicKey } = await dataOf<{ publicKey: string }>(reply);
  keep(KEY, publicKey);
  return publicKey;
}

/** Sent once; a lost report is not repeated. */
export async function reportInstall(
  packId: string,
  version: string,
  outcome: PackOutcome,
): Promise<void> {
  const body = { packId, version, outcome, appVersion: APP_VERSION };
  await call(reportPackInstall, { body }).catch(() => undefined);
}

async function ask(path: string, cache: RequestCache): Promise<Response> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const reply = await fetch(basePath + path, { cache, signal, headers: deviceHeaders });
  // An unread body keeps its connection, and a browser has only six.
  if (!reply.ok) await reply.body?.cancel();
  return reply;
}

/** @throws for an unsuccessful reply */
async function dataOf<T>(reply: Response): Promise<T> {
  if (!reply.ok) throw new Error(`refused: ${reply.status}`);
  const { data } = (await reply.json()) as { data: T };
  return data;
}

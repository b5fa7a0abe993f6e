import { createHash, createPublicKey, verify } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import * as contract from "@wordloom/contract";
import { createClient, type Client, type PackManifest } from "@wordloom/contract";
import { listenTo } from "@wordloom/testing/stream/event-stream";
import { createAccount } from "./account.ts";
import { firstAdministrator } from "./operator.ts";
import { codeOf } from "./refusal-code.ts";
import { startServer, type RunningServer } from "./server.ts";

const PACK = "content-slots";
const EVENT_WITHIN_MS = 10_000;
const CONTENT = {
  schema: 1,
  slots: { "home-top": [{ id: "a", kind: "notice", title: "Reading week", priority: 1 }] },
};
const EMPTY = { schema: 1, slots: {} };

/** Records a fault unless `holds`. */
type Check = (holds: boolean, otherwise: string) => void;

interface Publisher {
  readonly server: RunningServer;
  readonly client: Client;
  /** The administrator's. */
  readonly token: string;
  readonly check: Check;
}

/**
 * The life of a resource pack: uploaded, verified as a client does, activated, installed,
 * withdrawn.
 *
 * @returns everything that was wrong
 */
export async function run(): Promise<string[]> {
  const faults: string[] = [];
  const check: Check = (holds, otherwise) => void (holds || faults.push(otherwise));
  const directory = await mkdtemp(path.join(os.tmpdir(), "wordloom-pack-"));
  const server = await startServer(directory);
  try {
    const publisher = { server, ...(await firstAdministrator(server, directory)), check };
    await upload(publisher, "1.0.0", CONTENT);
    await hold(publisher);
    await withdraw(publisher);
    return faults;
  } finally {
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

async function upload({ server, token, check }: Publisher, version: string, content: object) {
  const body = Buffer.from(JSON.stringify(content));
  const address = `${server.url}/api/admin/resource-packs/${PACK}/versions`;
  const send = async () => {
    const headers = { authorization: `Bearer ${token}` };
    const query = `version=${version}&channel=stable`;
    const reply = await fetch(`${address}?${query}`, { method: "POST", headers, body });
    return (await reply.json()) as { code?: string; data?: Record<string, string> };
  };
  const { data } = await send();
  console.log(`\nUploaded ${PACK} ${version}: ${data?.["sizeBytes"]} bytes, signed`);
  check(data?.["signature"]?.length === 88, "a signature has not 88 characters");
  const { code } = await send();
  console.log(`  The same version again gets ${code}.`);
  check(code === "PACK_VERSION_EXISTS", "a version can be replaced");
}

/** A learner's client receives the version's event, verifies the pack and installs it. */
async function hold({ server, client, check }: Publisher): Promise<void> {
  const learner = await createAccount(server.url);
  const stream = await listenTo(server.url, learner);
  const stranger = createClient({ baseUrl: server.url });
  const before = await inForce(stranger, "stable").catch(codeOf);
  check(before === "RESOURCE_PACK_NOT_FOUND", "a version is in force before it was activated");

  const { audienceClients } = await activate(client, "1.0.0");
  const isNotified = await stream.waitFor("resource_pack_available", 1, EVENT_WITHIN_MS);
  console.log(
    `  In force; ${audienceClients} open stream, which was ${isNotified ? "" : "not "}notified.`,
  );
  check(isNotified, "the open stream was not notified");
  check(audienceClients === 1, "the open stream was not counted");

  const manifest = await inForce(stranger, "stable");
  const fault = await faultOf(server, stranger, manifest);
  console.log(`  A client downloads it and finds it ${fault ?? "genuine"}.`);
  check(fault === undefined, `the payload is refused: ${fault}`);
  const other = await inForce(stranger, "beta").catch(codeOf);
  check(other === "RESOURCE_PACK_NOT_FOUND", "another channel has it too");

  const installed = { packId: PACK, version: manifest.version, outcome: "installed" } as const;
  const own = createClient({ baseUrl: server.url, token: () => learner.token });
  await own.call(contract.reportPackInstall, { body: installed });
  const { stats } = await client.call(contract.readPackStats, { params: { pack_id: PACK } });
  console.log(`  Reports: ${stats.map(({ outcome, count }) => `${outcome} ${count}`).join(", ")}`);
  check(stats.length === 1 && stats[0]?.count === 1, "the report was not counted");
  stream.hangUp();
}

/** An empty version removes content already shown; a withdrawn version is in no channel. */
async function withdraw(publisher: Publisher): Promise<void> {
  const { server, client, check } = publisher;
  await upload(publisher, "1.0.1", EMPTY);
  await activate(client, "1.0.1");
  await client.call(contract.deactivatePack, { params: { pack_id: PACK, version: "1.0.1" } });
  const stranger = createClient({ baseUrl: server.url });
  const gone = await inForce(stranger, "stable").catch(codeOf);
  console.log(`  Withdrawn: the channel answers ${String(gone)}.`);
  check(gone === "RESOURCE_PACK_NOT_FOUND", "a withdrawn version is still in force");
  const bytes = await fetch(`${server.url}/packs/${PACK}/1.0.1/payload.json`);
  check(bytes.status === 200, "the payload of a withdrawn version went at once");
  const { entries } = await actionsOf(client);
  console.log(`  The audit log has ${entries.join(", ")}.`);
  check(entries.length === 5, "an act is missing in the audit log");
}

function activate(client: Client, version: string) {
  const params = { pack_id: PACK, channel: "stable" };
  return client.call(contract.activatePack, { params, body: { version } });
}

async function inForce(client: Client, channel: "stable" | "beta"): Promise<PackManifest> {
  const asked = { params: { packId: PACK }, query: { channel } };
  const manifest = await client.call(contract.readPackManifest, asked);
  if (typeof manifest === "string") throw new Error("nothing was sent");
  return manifest as PackManifest;
}

/** The fault in a payload as a client sees it: size, sha256 or signature. */
async function faultOf(
  { url }: RunningServer,
  client: Client,
  { packId, version, sizeBytes, sha256, signature }: PackManifest,
): Promise<string | undefined> {
  const { publicKey } = await client.call(contract.readPackKey);
  const reply = await fetch(`${url}/packs/${packId}/${version}/payload.json`);
  const bytes = Buffer.from(await reply.arrayBuffer());
  if (bytes.byteLength !== sizeBytes) return "of another size";
  if (createHash("sha256").update(bytes).digest("hex") !== sha256) return "of another hash";
  const x = Buffer.from(publicKey, "base64").toString("base64url");
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
  const isGenuine = verify(null, bytes, key, Buffer.from(signature, "base64"));
  return isGenuine ? undefined : "not signed";
}

async function actionsOf(client: Client): Promise<{ entries: string[] }> {
  const { data } = await client.call(contract.listAuditLog, { query: { perPage: 50 } });
  const actions = data.map(({ action }) => action).toReversed();
  return { entries: actions.filter((action) => action.startsWith("resource_pack.")) };
}

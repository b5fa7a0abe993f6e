import { createPublicKey, generateKeyPairSync, verify } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { TestAccount } from "@wordloom/testing/content/accounts";
import { listenTo, type EventStream } from "@wordloom/testing/stream/event-stream";
import { createServerFixture, type ServerFixture } from "@wordloom/testing/process/server-fixture";
import { findRedis, startRedis, type RedisServer } from "@wordloom/testing/databases/redis-server";
import {
  createDataDirectory,
  startServerProcess,
  type ServerProcess,
} from "@wordloom/testing/process/server-process";
import { testDialect } from "@wordloom/testing/databases/test-database";
import { until } from "@wordloom/testing/service/until";

// Packs of two real processes with one PostgreSQL and one Redis, each with its own folder: clients
// of one see an administrator's changes at the other at once.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });
const SOON_MS = 4_000;
const DESK = "/api/admin/resource-packs";
const BASE_URL = "https://words.example";

const { privateKey } = generateKeyPairSync("ed25519");
const source = findRedis(process.env);

/** A payload that no other version has. */
const payloadOf = (pack: string, version: string) =>
  Buffer.from(JSON.stringify({ schema: 1, slots: {}, of: `${pack} ${version}` }));

const jsonOf = async (reply: Response): Promise<any> => reply.json();

describe.runIf(source?.kind === "program" && testDialect === "postgres")("packs at two", () => {
  let fixture: ServerFixture;
  let redis: RedisServer;
  let directories: Awaited<ReturnType<typeof createDataDirectory>>[] = [];
  let one: ServerProcess;
  let other: ServerProcess;

  beforeAll(async () => {
    if (source === undefined) return;
    redis = await startRedis(source);
    fixture = await createServerFixture({ learners: 1, words: 0 });
    directories = [await createDataDirectory(), await createDataDirectory()];
    const settings = {
      ...fixture.settings,
      REDIS_URL: redis.url,
      RESOURCE_PACK_BASE_URL: BASE_URL,
      RESOURCE_PACK_SIGNING_KEY: String(privateKey.export({ type: "pkcs8", format: "pem" })),
    };
    const [first = "", second = ""] = directories.map(({ path }) => path);
    one = await startServerProcess({ ...settings, DATA_DIR: first });
    other = await startServerProcess({ ...settings, DATA_DIR: second });
  });
  afterAll(async () => {
    await Promise.all([one.kill(), other.kill()]);
    await fixture.close();
    await redis.stop();
    for (const directory of directories) await directory.remove();
  });

  const asAdmin = () => ({ authorization: `Bearer ${fixture.admin.token}` });

  const upload = (server: ServerProcess, pack: string, version: string) =>
    fetch(`${server.url}${DESK}/${pack}/versions?version=${version}&channel=stable`, {
      method: "POST",
      headers: { ...asAdmin(), "content-type": "application/octet-stream" },
      body: payloadOf(pack, version),
    });

  async function activate(server: ServerProcess, pack: string, version: string): Promise<void> {
    const reply = await fetch(`${server.url}${DESK}/${pack}/channel/stable/active`, {
      method: "PUT",
      headers: { ...asAdmin(), "content-type": "application/json" },
      body: JSON.stringify({ version }),
    });
    expect(reply.status, await reply.text()).toBe(200);
  }

  async function putInForce(server: ServerProcess, pack: string, version: string): Promise<void> {
    const reply = await upload(server, pack, version);
    expect(reply.status, await reply.text()).toBe(200);
    await activate(server, pack, version);
  }

  const manifestOf = (server: ServerProcess, pack: string, etag?: string) =>
    fetch(`${server.url}/api/resource-packs/${pack}/manifest`, {
      headers: etag === undefined ? {} : { "if-none-match": etag },
    });

  const payloadAt = (server: ServerProcess, pack: string, version: string) =>
    fetch(`${server.url}/packs/${pack}/${version}/payload.json`);

  /** The cache of the other process. */
  const fileOf = (pack: string, version: string) =>
    join(directories[1]?.path ?? "", "packs", pack, version, "payload.json");

  const announcementsOf = (stream: EventStream, pack: string) =>
    stream.events().flatMap(({ type, data }) => {
      return type === "resource_pack_available" && data["packId"] === pack ? [data["version"]] : [];
    });

  it("are signed at one, and served by the other under the same cache rules", async () => {
    await putInForce(one, "news", "1.0.0");
    const [here, there] = [await manifestOf(one, "news"), await manifestOf(other, "news")];
    const { data } = await jsonOf(there);
    expect(data).toEqual((await jsonOf(here)).data);
    expect(data.downloadURL).toBe(`${BASE_URL}/packs/news/1.0.0/payload.json`);
    expect(there.headers.get("cache-control")).toBe("max-age=60");
    const etag = there.headers.get("etag") ?? "";
    expect((await manifestOf(one, "news", etag)).status).toBe(304);
    expect((await manifestOf(other, "news", etag)).status).toBe(304);

    const reply = await payloadAt(other, "news", "1.0.0");
    const bytes = Buffer.from(await reply.arrayBuffer());
    expect(bytes).toEqual(payloadOf("news", "1.0.0"));
    expect(reply.headers.get("cache-control")).toBe("immutable, max-age=31536000");
    const known = await jsonOf(await fetch(`${other.url}/api/resource-packs/public-key`));
    const x = Buffer.from(known.data.publicKey, "base64").toString("base64url");
    const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
    expect(verify(null, bytes, key, Buffer.from(data.signature, "base64"))).toBe(true);
    expect(readFileSync(fileOf("news", "1.0.0"))).toEqual(bytes);
  });

  it("are announced on the streams of both, once in five minutes from either", async () => {
    const [learner] = fixture.learners as [TestAccount];
    const streams = [await listenTo(one.url, learner), await listenTo(other.url, learner)];
    await putInForce(one, "tips", "1.0.0");
    await until(
      () => streams.every((stream) => announcementsOf(stream, "tips").length === 1),
      SOON_MS,
    );
    const before = (await manifestOf(other, "tips")).headers.get("etag") ?? "";
    await putInForce(other, "tips", "1.1.0");
    const after = await manifestOf(one, "tips", before);
    expect([after.status, (await jsonOf(after)).data.version]).toEqual([200, "1.1.0"]);
    // Events keep their order: an event for 1.1.0 would have come before this one.
    await putInForce(other, "marker", "1.0.0");
    await until(
      () => streams.every((stream) => announcementsOf(stream, "marker").length === 1),
      SOON_MS,
    );
    expect(streams.map((stream) => announcementsOf(stream, "tips"))).toEqual([
      ["1.0.0"],
      ["1.0.0"],
    ]);
    for (const stream of streams) stream.hangUp();
  });

  it("come from the database if a process has no file or a damaged one", async () => {
    await putInForce(one, "flags", "1.0.0");
    const [file, whole] = [fileOf("flags", "1.0.0"), payloadOf("flags", "1.0.0")];
    const served = async () => {
      const reply = await payloadAt(other, "flags", "1.0.0");
      return Buffer.from(await reply.arrayBuffer());
    };
    const changed = Buffer.from(whole);
    changed[3] = (changed[3] ?? 0) ^ 1;
    const damages = [
      () => rmSync(file, { force: true }),
      () => rmSync(join(file, "../../.."), { recursive: true }),
      () => writeFileSync(file, changed),
      () => writeFileSync(file, whole.subarray(0, -1)),
      () => writeFileSync(file, ""),
    ];
    for (const [at, damage] of damages.entries()) {
      damage();
      expect(await served(), `damage ${at}`).toEqual(whole);
      expect(readFileSync(file), `damage ${at}`).toEqual(whole);
    }
    // A file that can be neither read nor replaced.
    rmSync(file);
    mkdirSync(join(file, "in the way"), { recursive: true });
    expect(await served()).toEqual(whole);
  });

  it("are withdrawn at both at once, and their version cannot be reused", async () => {
    await putInForce(one, "gone", "1.0.0");
    const etag = (await manifestOf(other, "gone")).headers.get("etag") ?? "";
    const withdrawn = await fetch(`${one.url}${DESK}/gone/versions/1.0.0`, {
      method: "DELETE",
      headers: asAdmin(),
    });
    expect(withdrawn.status).toBe(200);
    for (const server of [one, other]) {
      const reply = await manifestOf(server, "gone", etag);
      expect([reply.status, (await jsonOf(reply)).code]).toEqual([404, "RESOURCE_PACK_NOT_FOUND"]);
      // For clients that are just downloading it; it is removed after 30 days.
      expect((await payloadAt(server, "gone", "1.0.0")).status).toBe(200);
    }
    const again = await upload(other, "gone", "1.0.0");
    expect([again.status, (await jsonOf(again)).code]).toEqual([409, "PACK_VERSION_EXISTS"]);
  });

  it("accept a version from only one of two administrators", async () => {
    for (const version of ["1.0.0", "1.1.0", "1.2.0", "1.3.0", "1.4.0"]) {
      const replies = await Promise.all([one, other].map((each) => upload(each, "race", version)));
      const codes = await Promise.all(replies.map(async (reply) => (await jsonOf(reply)).code));
      expect(codes.filter((code) => code === "PACK_VERSION_EXISTS")).toHaveLength(1);
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    }
  });
});

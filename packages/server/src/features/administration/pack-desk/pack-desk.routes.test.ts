import { createHash, createPublicKey, generateKeyPairSync, verify } from "node:crypto";
import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect } from "vitest";
import { scenarios, type ScenarioApp } from "../../../testing/scenarios.ts";
import { DAY_MS, MINUTE_MS } from "../../../platform/time/durations.ts";
import { packInstallsRoutes } from "../../clients/pack-installs/pack-installs.routes.ts";
import { removeOldPayloads } from "../../clients/resource-packs/pack-changes.service.ts";
import { resourcePacksRoutes } from "../../clients/resource-packs/resource-packs.routes.ts";
import { packDeskRoutes } from "./pack-desk.routes.ts";

const routes = [packDeskRoutes, resourcePacksRoutes, packInstallsRoutes];
const desk = "/api/admin/resource-packs";
const versions = `${desk}/news/versions`;
const active = `${desk}/news/channel/stable/active`;
const manifest = "/api/resource-packs/news/manifest";
const payload = Buffer.from('{"schema":1,"slots":{}}');
const refused = (status: number, code: string) => ({ status, body: { success: false, code } });
const unauthorized = refused(401, "AUTH_UNAUTHORIZED");
const absent = refused(404, "RESOURCE_PACK_NOT_FOUND");
const told = ["all:resource_pack_available"];

const upload = (version: string, more = "", body: Buffer = payload) =>
  ["POST", `${versions}?version=${version}&channel=stable${more}`, body] as const;

/** The data of an administrator's call. */
async function call({ a1, send }: ScenarioApp, method: string, url: string, body?: object) {
  return (await send(method, url, { headers: a1.headers, ...(body && { body }) })).body.data;
}

async function uploaded(app: ScenarioApp, ...names: string[]): Promise<void> {
  for (const name of names) await call(app, ...upload(name));
}

const activate = (app: ScenarioApp, version: string) => call(app, "PUT", active, { version });

async function inForce(app: ScenarioApp): Promise<void> {
  await uploaded(app, "1.0.0");
  await activate(app, "1.0.0");
}

const keyFile = ({ deps }: ScenarioApp) =>
  join(deps.settings.DATA_DIR, "keys", "ed25519_resource_pack.key");
const payloadFile = ({ deps }: ScenarioApp) =>
  join(deps.settings.DATA_DIR, "packs", "news", "1.0.0", "payload.json");

/** Puts a file where the service has none yet. */
function place(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

describe("POST /api/admin/resource-packs/{pack_id}/versions", () => {
  scenarios(routes, {
    "asks for sign-in": { send: upload("1.0.0"), ...unauthorized },
    "signs the bytes with the key that clients can read": {
      as: "admin",
      send: upload("1.0.0"),
      status: 200,
      after: async (app, { body }) => {
        const { publicKey } = await call(app, "GET", "/api/resource-packs/public-key");
        const x = Buffer.from(publicKey, "base64").toString("base64url");
        const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
        const { signature, sha256, sizeBytes, warnings } = body.data;
        expect(signature).toHaveLength(88);
        expect(verify(null, payload, key, Buffer.from(signature, "base64"))).toBe(true);
        expect(sha256).toBe(createHash("sha256").update(payload).digest("hex"));
        expect([sizeBytes, warnings]).toEqual([payload.length, undefined]);
        expect(statSync(keyFile(app)).mode & 0o777).toBe(0o600);
      },
    },
    "warns of a payload that is not JSON": {
      as: "admin",
      send: upload("1.0.0", "", Buffer.from("{")),
      status: 200,
      body: { data: { warnings: ["The payload is not valid JSON."] } },
    },
    "refuses an empty payload": {
      as: "admin",
      send: upload("1.0.0", "", Buffer.alloc(0)),
      ...refused(400, "PACK_EMPTY"),
    },
    "takes 4 MiB": {
      as: "admin",
      send: upload("1.0.0", "", Buffer.alloc(4 * 1024 * 1024, 32)),
      status: 200,
    },
    "refuses a byte more": {
      as: "admin",
      send: upload("1.0.0", "", Buffer.alloc(4 * 1024 * 1024 + 1, 32)),
      ...refused(413, "PAYLOAD_TOO_LARGE"),
    },
    "refuses a version that exists, withdrawn or not": {
      as: "admin",
      given: async (app) => {
        await uploaded(app, "1.0.0");
        await call(app, "DELETE", `${versions}/1.0.0`);
      },
      send: upload("1.0.0"),
      ...refused(409, "PACK_VERSION_EXISTS"),
    },
    "refuses a version older than another of the channel": {
      as: "admin",
      given: (app) => uploaded(app, "1.10.0"),
      send: upload("1.9.0"),
      ...refused(400, "PACK_VERSION_NOT_INCREASING"),
    },
    "refuses a version that is no semver": {
      as: "admin",
      send: upload("1.0"),
      ...refused(400, "VALIDATION_ERROR"),
    },
    "refuses a pack id with capitals": {
      as: "admin",
      send: ["POST", `${desk}/News/versions?version=1.0.0&channel=stable`, payload],
      ...refused(400, "VALIDATION_ERROR"),
    },
    "never replaces a key that cannot be read": {
      as: "admin",
      given: (app) => place(keyFile(app), "torn"),
      send: upload("1.0.0"),
      ...refused(503, "RESOURCE_PACK_SIGNER_UNAVAILABLE"),
    },
    "makes no new key if the one that clients know is lost": {
      as: "admin",
      given: async (app) => {
        await uploaded(app, "1.0.0");
        rmSync(keyFile(app));
      },
      send: upload("1.1.0"),
      ...refused(503, "RESOURCE_PACK_SIGNER_UNAVAILABLE"),
    },
    "signs nothing with a key that clients do not know": {
      as: "admin",
      given: async (app) => {
        await uploaded(app, "1.0.0");
        const { privateKey } = generateKeyPairSync("ed25519");
        place(keyFile(app), String(privateKey.export({ type: "pkcs8", format: "pem" })));
      },
      send: upload("1.1.0"),
      ...refused(503, "RESOURCE_PACK_SIGNER_UNAVAILABLE"),
    },
    "stores no row if the file cannot be written": {
      as: "admin",
      given: (app) => place(dirname(dirname(payloadFile(app))), ""),
      send: upload("1.0.0"),
      ...refused(500, "PACK_WRITE_FAILED"),
      after: async ({ deps }) => {
        const rows = await deps.database.selectFrom("resource_pack_versions").selectAll().execute();
        expect(rows).toEqual([]);
      },
    },
  });
});

describe("PUT /api/admin/resource-packs/{pack_id}/channel/{channel}/active", () => {
  scenarios(routes, {
    "asks for sign-in": { send: ["PUT", active, { version: "1.0.0" }], ...unauthorized },
    "puts a version into force and tells clients": {
      as: "admin",
      given: (app) => uploaded(app, "1.0.0"),
      send: ["PUT", active, { version: "1.0.0" }],
      status: 200,
      body: { data: { packId: "news", channel: "stable", activated: true, audienceClients: 0 } },
      publishes: told,
    },
    "tells clients once in 5 minutes": {
      as: "admin",
      given: async (app) => {
        await inForce(app);
        await uploaded(app, "1.1.0");
        app.clock.advance(5 * MINUTE_MS - 1);
      },
      send: ["PUT", active, { version: "1.1.0" }],
      status: 200,
      publishes: [],
    },
    "tells clients again after 5 minutes": {
      as: "admin",
      given: async (app) => {
        await inForce(app);
        await uploaded(app, "1.1.0");
        app.clock.advance(5 * MINUTE_MS);
      },
      send: ["PUT", active, { version: "1.1.0" }],
      status: 200,
      publishes: told,
    },
    "tells nobody of the version already in force": {
      as: "admin",
      given: async (app) => {
        await inForce(app);
        app.clock.advance(5 * MINUTE_MS);
      },
      send: ["PUT", active, { version: "1.0.0" }],
      status: 200,
      publishes: [],
    },
    "refuses another channel": {
      as: "admin",
      send: ["PUT", `${desk}/news/channel/nightly/active`, { version: "1.0.0" }],
      ...refused(400, "VALIDATION_ERROR"),
    },
    "knows no other version": {
      as: "admin",
      send: ["PUT", active, { version: "1.0.0" }],
      ...absent,
    },
  });
});

describe("DELETE /api/admin/resource-packs/{pack_id}/versions/{version}", () => {
  scenarios(routes, {
    "asks for sign-in": { send: ["DELETE", `${versions}/1.0.0`], ...unauthorized },
    "takes the version out of its channels without an event": {
      as: "admin",
      given: inForce,
      send: ["DELETE", `${versions}/1.0.0`],
      status: 200,
      publishes: [],
      after: async ({ send }) => expect((await send("GET", manifest)).status).toBe(404),
    },
    "finds nothing a second time": {
      as: "admin",
      given: inForce,
      send: ["DELETE", `${versions}/1.0.0`],
      twice: true,
      ...absent,
    },
  });
});

describe("GET manifest and payload", () => {
  scenarios(routes, {
    "has the address and hash of the payload": {
      as: "admin",
      given: inForce,
      send: ["GET", manifest, undefined, { host: "words.example" }],
      status: 200,
      headers: { "cache-control": "max-age=60", etag: /^"[0-9a-f]{16}"$/ },
      body: { data: { downloadURL: "http://words.example/packs/news/1.0.0/payload.json" } },
    },
    "is 304 for whoever has it": {
      as: "admin",
      given: inForce,
      send: async ({ send }) => {
        const etag = (await send("GET", manifest)).headers["etag"];
        return ["GET", manifest, undefined, { "if-none-match": String(etag) }];
      },
      status: 304,
    },
    "refuses an app below the version's minimum": {
      as: "admin",
      given: async (app) => {
        await call(app, ...upload("1.0.0", "&minAppVersion=2.0.0"));
        await activate(app, "1.0.0");
      },
      send: ["GET", `${manifest}?appVersion=1.9.9`],
      ...refused(409, "app_version_too_low"),
    },
    "finds nothing in another channel": {
      as: "admin",
      given: inForce,
      send: ["GET", `${manifest}?channel=beta`],
      ...absent,
    },
    "believes a proxy's host only if it is listed": {
      as: "admin",
      settings: { TRUST_PROXY: "true", RESOURCE_PACK_TRUSTED_HOSTS: "good.example" },
      given: inForce,
      send: ["GET", manifest, undefined, { host: "own", "x-forwarded-host": "bad.example" }],
      status: 200,
      body: { data: { downloadURL: "http://own/packs/news/1.0.0/payload.json" } },
    },
    "names the proxy's host with its scheme": {
      as: "admin",
      settings: { TRUST_PROXY: "true", RESOURCE_PACK_TRUSTED_HOSTS: "good.example" },
      given: inForce,
      send: () => {
        const proxy = { "x-forwarded-host": "good.example", "x-forwarded-proto": "https" };
        return ["GET", manifest, undefined, proxy];
      },
      status: 200,
      body: { data: { downloadURL: "https://good.example/packs/news/1.0.0/payload.json" } },
    },
    "sends the payload to be cached for good": {
      as: "admin",
      given: inForce,
      send: ["GET", "/packs/news/1.0.0/payload.json"],
      status: 200,
      text: /^\{"schema":1,"slots":\{\}\}$/,
      headers: {
        "cache-control": "immutable, max-age=31536000",
        "content-type": "application/json",
        "content-disposition": "attachment",
        "x-content-type-options": "nosniff",
      },
    },
    "finds no payload that never was, nor outside of packs": {
      send: ["GET", "/packs/..%2f..%2fkeys/1.0.0/payload.json"],
      ...absent,
    },
    "sends a withdrawn payload for 30 days": {
      as: "admin",
      given: async (app) => {
        await inForce(app);
        await call(app, "DELETE", `${versions}/1.0.0`);
        app.clock.advance(30 * DAY_MS);
        await removeOldPayloads(app.deps, new AbortController().signal);
      },
      send: ["GET", "/packs/news/1.0.0/payload.json"],
      status: 200,
    },
    "has neither file nor bytes of it after that, and the version is not free": {
      as: "admin",
      given: async (app) => {
        await inForce(app);
        await call(app, "DELETE", `${versions}/1.0.0`);
        app.clock.advance(30 * DAY_MS + 1);
        await removeOldPayloads(app.deps, new AbortController().signal);
      },
      send: ["GET", "/packs/news/1.0.0/payload.json"],
      ...absent,
      after: async (app) => {
        const { database } = app.deps;
        expect(existsSync(payloadFile(app))).toBe(false);
        expect(await database.selectFrom("resource_pack_payloads").selectAll().execute()).toEqual(
          [],
        );
        expect(
          await database.selectFrom("resource_pack_versions").select("version").execute(),
        ).toEqual([{ version: "1.0.0" }]);
      },
    },
    "makes a damaged file anew from the database": {
      as: "admin",
      given: async (app) => {
        await inForce(app);
        writeFileSync(payloadFile(app), "damaged");
      },
      send: ["GET", "/packs/news/1.0.0/payload.json"],
      status: 200,
      text: /^\{"schema":1,"slots":\{\}\}$/,
      after: (app) => expect(statSync(payloadFile(app)).size).toBe(payload.length),
    },
  });
});

describe("reads of administrators", () => {
  const report = (app: ScenarioApp, version: string, outcome: string) =>
    app.send("POST", "/api/telemetry/resource-pack-install", {
      headers: app.u1.headers,
      body: { packId: "news", version, outcome },
    });
  const reported = async (app: ScenarioApp) => {
    await inForce(app);
    await report(app, "1.0.0", "installed");
    await report(app, "1.0.0", "verify_failed");
    await report(app, "9.9.9", "installed");
  };
  scenarios(routes, {
    "count reports of known versions by day": {
      as: "admin",
      given: reported,
      send: ["GET", `${desk}/news/stats?days=1`],
      status: 200,
      after: ({ clock }, { body }) => {
        const stats = [
          { version: "1.0.0", outcome: "installed", count: 1 },
          { version: "1.0.0", outcome: "verify_failed", count: 1 },
        ];
        const day = new Date(clock.nowMs()).toISOString().slice(0, 10);
        const byDay = stats.map((entry) => ({ day, ...entry }));
        expect(body.data).toEqual({ packId: "news", stats, byDay });
      },
    },
    "refuse 91 days": {
      as: "admin",
      send: ["GET", `${desk}/news/stats?days=91`],
      ...refused(400, "VALIDATION_ERROR"),
    },
    "sum up all packs": {
      as: "admin",
      given: reported,
      send: ["GET", `${desk}/summary`],
      status: 200,
      body: {
        data: { totalPacks: 1, totalVersions: 1, installsToday: 3, installsTodaySuccess: 2 },
      },
    },
    "list packs with what is in force": {
      as: "admin",
      given: reported,
      send: ["GET", desk],
      status: 200,
      body: { data: [{ packId: "news", active: { stable: "1.0.0", beta: null } }] },
    },
  });
});

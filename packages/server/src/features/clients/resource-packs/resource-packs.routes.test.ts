import { createPublicKey, generateKeyPairSync } from "node:crypto";
import { existsSync, rmSync, statSync, writeFileSync } from "node:fs";
import { describe, expect } from "vitest";
import {
  PACK_VERSIONS,
  PAYLOAD,
  activatePack,
  callAdmin,
  packInForce,
  packKeyFile,
  packUpload,
  payloadFile,
  place,
} from "../../../testing/rows/packs.ts";
import { scenarios } from "../../../testing/app/scenarios.ts";
import { DAY_MS } from "../../../platform/time/durations.ts";
import { forgetSystemSettings, storeSetting } from "../../accounts/settings/settings.service.ts";
import { resourcePacksAdminRoutes } from "../../administration/resource-packs-admin/resource-packs-admin.routes.ts";
import { prepareSigner } from "./pack-signer.service.ts";
import { removeOldPayloads } from "./pack-changes.service.ts";
import { resourcePacksRoutes } from "./resource-packs.routes.ts";

const routes = [resourcePacksAdminRoutes, resourcePacksRoutes];
const manifest = "/api/resource-packs/news/manifest";
const refused = (status: number, code: string) => ({ status, body: { success: false, code } });
const absent = refused(404, "RESOURCE_PACK_NOT_FOUND");

const { privateKey } = generateKeyPairSync("ed25519");
const operatorsKey = String(privateKey.export({ type: "pkcs8", format: "pem" }));
const { x } = createPublicKey(privateKey).export({ format: "jwk" });
const operatorsPublicKey = Buffer.from(String(x), "base64url").toString("base64");

describe("GET /api/resource-packs/{packId}/manifest", () => {
  scenarios(routes, {
    "has the address and hash of the payload": {
      as: "admin",
      given: packInForce,
      send: ["GET", manifest, undefined, { host: "words.example" }],
      status: 200,
      headers: { "cache-control": "max-age=60", etag: /^"[0-9a-f]{16}"$/ },
      body: { data: { downloadURL: "http://words.example/packs/news/1.0.0/payload.json" } },
    },
    "is 304 for a client that has it": {
      as: "admin",
      given: packInForce,
      send: async ({ send }) => {
        const etag = (await send("GET", manifest)).headers["etag"];
        return ["GET", manifest, undefined, { "if-none-match": String(etag) }];
      },
      status: 304,
    },
    "refuses an app below the version's minimum": {
      as: "admin",
      given: async (app) => {
        await callAdmin(app, ...packUpload("1.0.0", "&minAppVersion=2.0.0"));
        await activatePack(app, "1.0.0");
      },
      send: ["GET", `${manifest}?appVersion=1.9.9`],
      ...refused(409, "app_version_too_low"),
    },
    "finds nothing in another channel": {
      as: "admin",
      given: packInForce,
      send: ["GET", `${manifest}?channel=beta`],
      ...absent,
    },
    "trusts a proxy's host only if it is listed": {
      as: "admin",
      settings: { TRUST_PROXY: "true", RESOURCE_PACK_TRUSTED_HOSTS: "good.example" },
      given: packInForce,
      send: ["GET", manifest, undefined, { host: "own", "x-forwarded-host": "bad.example" }],
      status: 200,
      body: { data: { downloadURL: "http://own/packs/news/1.0.0/payload.json" } },
    },
    "names the proxy's host with its scheme": {
      as: "admin",
      settings: { TRUST_PROXY: "true", RESOURCE_PACK_TRUSTED_HOSTS: "good.example" },
      given: packInForce,
      send: () => {
        const proxy = { "x-forwarded-host": "good.example", "x-forwarded-proto": "https" };
        return ["GET", manifest, undefined, proxy];
      },
      status: 200,
      body: { data: { downloadURL: "https://good.example/packs/news/1.0.0/payload.json" } },
    },
    "refuses an app below the minimum of all clients": {
      as: "admin",
      given: async (app) => {
        await packInForce(app);
        await storeSetting(app.deps.database, "min_client_version", "3.0.0", 1);
        await storeSetting(app.deps.database, "version_gate_enabled", true, 1);
        forgetSystemSettings(app.deps);
      },
      send: ["GET", `${manifest}?appVersion=2.9.9`],
      ...refused(409, "app_version_too_low"),
    },
    "refuses an unknown channel": {
      send: ["GET", `${manifest}?channel=nightly`],
      ...refused(400, "VALIDATION_ERROR"),
    },
    ...Object.fromEntries(
      ["new", "1.4", "01.0.0", "2024.01.15", ""].map((version) => [
        `refuses the version "${version}", which is not x.y.z`,
        { send: ["GET", `${manifest}?appVersion=${version}`], ...refused(400, "VALIDATION_ERROR") },
      ]),
    ),
    "accepts a version with a v, or a pre-release": {
      as: "admin",
      given: packInForce,
      send: ["GET", `${manifest}?appVersion=v2.0.1-beta.1`],
      status: 200,
    },
    "prefers the operator's address": {
      as: "admin",
      settings: { RESOURCE_PACK_BASE_URL: "https://cdn.example/w" },
      given: packInForce,
      send: ["GET", manifest, undefined, { host: "own" }],
      status: 200,
      body: { data: { downloadURL: "https://cdn.example/w/packs/news/1.0.0/payload.json" } },
    },
  });
});

describe("GET /packs/{pack}/{version}/payload.json", () => {
  scenarios(routes, {
    "lets clients cache the payload permanently": {
      as: "admin",
      given: packInForce,
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
    "finds no payload that never existed or is outside of packs": {
      send: ["GET", "/packs/..%2f..%2fkeys/1.0.0/payload.json"],
      ...absent,
    },
    "sends a withdrawn payload for 30 days": {
      as: "admin",
      given: async (app) => {
        await packInForce(app);
        await callAdmin(app, "DELETE", `${PACK_VERSIONS}/1.0.0`);
        app.clock.advance(30 * DAY_MS);
        await removeOldPayloads(app.deps, new AbortController().signal);
      },
      send: ["GET", "/packs/news/1.0.0/payload.json"],
      status: 200,
    },
    "then removes file and bytes, and keeps the version reserved": {
      as: "admin",
      given: async (app) => {
        await packInForce(app);
        await callAdmin(app, "DELETE", `${PACK_VERSIONS}/1.0.0`);
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
    "recreates a damaged file from the database": {
      as: "admin",
      given: async (app) => {
        await packInForce(app);
        writeFileSync(payloadFile(app), "damaged");
      },
      send: ["GET", "/packs/news/1.0.0/payload.json"],
      status: 200,
      text: /^\{"schema":1,"slots":\{\}\}$/,
      after: (app) => expect(statSync(payloadFile(app)).size).toBe(PAYLOAD.length),
    },
  });
});

describe("GET /api/resource-packs/public-key", () => {
  const path = "/api/resource-packs/public-key";
  scenarios(routes, {
    "is the key of all packs": {
      as: "admin",
      given: packInForce,
      send: ["GET", path],
      status: 200,
      headers: { "cache-control": "public, max-age=300" },
      after: (_app, { body }) => {
        expect(body.data.algorithm).toBe("ed25519");
        expect(Buffer.from(body.data.publicKey, "base64")).toHaveLength(32);
      },
    },
    "keeps returning the key known to clients after the signer is lost": {
      as: "admin",
      given: async (app) => {
        await packInForce(app);
        rmSync(packKeyFile(app));
      },
      send: ["GET", path],
      status: 200,
    },
    "reports a missing key": {
      given: (app) => place(packKeyFile(app), "torn"),
      send: ["GET", path],
      ...refused(503, "RESOURCE_PACK_SIGNER_UNAVAILABLE"),
    },
    "is not created on request": {
      send: ["GET", path],
      ...refused(503, "RESOURCE_PACK_SIGNER_UNAVAILABLE"),
      after: (app) => expect(existsSync(packKeyFile(app))).toBe(false),
    },
    "exists from the start": {
      given: ({ deps }) => prepareSigner(deps),
      send: ["GET", path],
      status: 200,
      after: (app) => expect(statSync(packKeyFile(app)).mode & 0o777).toBe(0o600),
    },
    "is that of the operator's variable": {
      settings: { RESOURCE_PACK_SIGNING_KEY: operatorsKey },
      given: ({ deps }) => prepareSigner(deps),
      send: ["GET", path],
      status: 200,
      body: { data: { publicKey: operatorsPublicKey } },
    },
  });
});

describe("GET /api/resource-packs", () => {
  scenarios(routes, {
    "lists packs by id, for anyone": {
      as: "admin",
      given: packInForce,
      send: ["GET", "/api/resource-packs"],
      status: 200,
      body: { data: [{ packId: "news", description: "" }] },
    },
    "lists those in force in a channel": {
      as: "admin",
      given: packInForce,
      send: ["GET", "/api/resource-packs?channel=stable"],
      status: 200,
      body: { data: [{ packId: "news" }] },
    },
    "lists none in a channel without versions in force": {
      as: "admin",
      given: packInForce,
      send: ["GET", "/api/resource-packs?channel=beta"],
      status: 200,
      after: (_, { body }) => expect(body.data).toEqual([]),
    },
    "lists no pack whose version was withdrawn": {
      as: "admin",
      given: async (app) => {
        await packInForce(app);
        await callAdmin(app, "DELETE", `${PACK_VERSIONS}/1.0.0`);
      },
      send: ["GET", "/api/resource-packs?channel=stable"],
      status: 200,
      after: (_, { body }) => expect(body.data).toEqual([]),
    },
    "refuses an unknown channel": {
      send: ["GET", "/api/resource-packs?channel=all"],
      ...refused(400, "VALIDATION_ERROR"),
    },
  });
});

import { createHash, createPublicKey, generateKeyPairSync, verify } from "node:crypto";
import { rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect } from "vitest";
import {
  ADMIN_PACKS,
  PACK_VERSIONS,
  PAYLOAD,
  STABLE_PACK,
  callAdmin,
  packInForce,
  packKeyFile,
  packUpload,
  payloadFile,
  place,
  uploadPacks,
} from "../../../testing/rows/packs.ts";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { MINUTE_MS } from "../../../platform/time/durations.ts";
import { packInstallsRoutes } from "../../clients/resource-packs/pack-installs.routes.ts";
import { resourcePacksRoutes } from "../../clients/resource-packs/resource-packs.routes.ts";
import { resourcePacksAdminRoutes } from "./resource-packs-admin.routes.ts";

const routes = [resourcePacksAdminRoutes, resourcePacksRoutes, packInstallsRoutes];
const manifest = "/api/resource-packs/news/manifest";
const refused = (status: number, code: string) => ({ status, body: { success: false, code } });
const absent = refused(404, "RESOURCE_PACK_NOT_FOUND");
const told = ["all:resource_pack_available"];

describe("POST /api/admin/resource-packs/{pack_id}/versions", () => {
  scenarios(routes, {
    "signs the bytes with the key published to clients": {
      as: "admin",
      send: packUpload("1.0.0"),
      status: 200,
      after: async (app, { body }) => {
        const { publicKey } = await callAdmin(app, "GET", "/api/resource-packs/public-key");
        const x = Buffer.from(publicKey, "base64").toString("base64url");
        const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
        const { signature, sha256, sizeBytes, warnings } = body.data;
        expect(signature).toHaveLength(88);
        expect(verify(null, PAYLOAD, key, Buffer.from(signature, "base64"))).toBe(true);
        expect(sha256).toBe(createHash("sha256").update(PAYLOAD).digest("hex"));
        expect([sizeBytes, warnings]).toEqual([PAYLOAD.length, undefined]);
        expect(statSync(packKeyFile(app)).mode & 0o777).toBe(0o600);
      },
    },
    "warns about a payload that is not JSON": {
      as: "admin",
      send: packUpload("1.0.0", "", Buffer.from("{")),
      status: 200,
      body: { data: { warnings: ["The payload is not valid JSON."] } },
    },
    "refuses an empty payload": {
      as: "admin",
      send: packUpload("1.0.0", "", Buffer.alloc(0)),
      ...refused(400, "PACK_EMPTY"),
    },
    "accepts 4 MiB": {
      as: "admin",
      send: packUpload("1.0.0", "", Buffer.alloc(4 * 1024 * 1024, 32)),
      status: 200,
    },
    "refuses a byte more": {
      as: "admin",
      send: packUpload("1.0.0", "", Buffer.alloc(4 * 1024 * 1024 + 1, 32)),
      ...refused(413, "PAYLOAD_TOO_LARGE"),
    },
    "refuses a version that exists, withdrawn or not": {
      as: "admin",
      given: async (app) => {
        await uploadPacks(app, "1.0.0");
        await callAdmin(app, "DELETE", `${PACK_VERSIONS}/1.0.0`);
      },
      send: packUpload("1.0.0"),
      ...refused(409, "PACK_VERSION_EXISTS"),
    },
    "refuses a version older than another of the channel": {
      as: "admin",
      given: (app) => uploadPacks(app, "1.10.0"),
      send: packUpload("1.9.0"),
      ...refused(400, "PACK_VERSION_NOT_INCREASING"),
    },
    "refuses a version that is no semver": {
      as: "admin",
      send: packUpload("1.0"),
      ...refused(400, "VALIDATION_ERROR"),
    },
    "refuses a version with a leading zero": {
      as: "admin",
      send: packUpload("01.0.0"),
      ...refused(400, "VALIDATION_ERROR"),
    },
    "refuses a least version of the app with a leading zero": {
      as: "admin",
      send: packUpload("1.0.0", "&minAppVersion=1.02.0"),
      ...refused(400, "VALIDATION_ERROR"),
    },
    "accepts a version with build metadata": {
      as: "admin",
      send: packUpload("1.0.0-rc.1%2Bbuild.05"),
      status: 200,
      body: { data: { version: "1.0.0-rc.1+build.05" } },
    },
    "does not count build metadata as a newer version": {
      as: "admin",
      given: (app) => uploadPacks(app, "1.0.0"),
      send: packUpload("1.0.0%2B2"),
      ...refused(400, "PACK_VERSION_NOT_INCREASING"),
    },
    "refuses a pack id with capitals": {
      as: "admin",
      send: ["POST", `${ADMIN_PACKS}/News/versions?version=1.0.0&channel=stable`, PAYLOAD],
      ...refused(400, "VALIDATION_ERROR"),
    },
    "never replaces a key that cannot be read": {
      as: "admin",
      given: (app) => place(packKeyFile(app), "torn"),
      send: packUpload("1.0.0"),
      ...refused(503, "RESOURCE_PACK_SIGNER_UNAVAILABLE"),
    },
    "creates no new key if the one known to clients is lost": {
      as: "admin",
      given: async (app) => {
        await uploadPacks(app, "1.0.0");
        rmSync(packKeyFile(app));
      },
      send: packUpload("1.1.0"),
      ...refused(503, "RESOURCE_PACK_SIGNER_UNAVAILABLE"),
    },
    "signs nothing with a key unknown to clients": {
      as: "admin",
      given: async (app) => {
        await uploadPacks(app, "1.0.0");
        const { privateKey } = generateKeyPairSync("ed25519");
        place(packKeyFile(app), String(privateKey.export({ type: "pkcs8", format: "pem" })));
      },
      send: packUpload("1.1.0"),
      ...refused(503, "RESOURCE_PACK_SIGNER_UNAVAILABLE"),
    },
    "stores no row if the file cannot be written": {
      as: "admin",
      given: (app) => place(dirname(dirname(payloadFile(app))), ""),
      send: packUpload("1.0.0"),
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
    "activates a version and notifies clients": {
      as: "admin",
      given: (app) => uploadPacks(app, "1.0.0"),
      send: ["PUT", STABLE_PACK, { version: "1.0.0" }],
      status: 200,
      body: { data: { packId: "news", channel: "stable", activated: true, audienceClients: 0 } },
      publishes: told,
    },
    "notifies clients once in 5 minutes": {
      as: "admin",
      given: async (app) => {
        await packInForce(app);
        await uploadPacks(app, "1.1.0");
        app.clock.advance(5 * MINUTE_MS - 1);
      },
      send: ["PUT", STABLE_PACK, { version: "1.1.0" }],
      status: 200,
      publishes: [],
    },
    "notifies clients again after 5 minutes": {
      as: "admin",
      given: async (app) => {
        await packInForce(app);
        await uploadPacks(app, "1.1.0");
        app.clock.advance(5 * MINUTE_MS);
      },
      send: ["PUT", STABLE_PACK, { version: "1.1.0" }],
      status: 200,
      publishes: told,
    },
    "notifies nobody about the version that is already active": {
      as: "admin",
      given: async (app) => {
        await packInForce(app);
        app.clock.advance(5 * MINUTE_MS);
      },
      send: ["PUT", STABLE_PACK, { version: "1.0.0" }],
      status: 200,
      publishes: [],
    },
    "refuses another channel": {
      as: "admin",
      send: ["PUT", `${ADMIN_PACKS}/news/channel/nightly/active`, { version: "1.0.0" }],
      ...refused(400, "VALIDATION_ERROR"),
    },
    "does not find another version": {
      as: "admin",
      send: ["PUT", STABLE_PACK, { version: "1.0.0" }],
      ...absent,
    },
  });
});

describe("DELETE /api/admin/resource-packs/{pack_id}/versions/{version}", () => {
  scenarios(routes, {
    "removes the version from its channels without an event": {
      as: "admin",
      given: packInForce,
      send: ["DELETE", `${PACK_VERSIONS}/1.0.0`],
      status: 200,
      publishes: [],
      after: async ({ send }) => expect((await send("GET", manifest)).status).toBe(404),
    },
    "finds nothing a second time": {
      as: "admin",
      given: packInForce,
      send: ["DELETE", `${PACK_VERSIONS}/1.0.0`],
      twice: true,
      ...absent,
    },
  });
});

const report = (app: ScenarioApp, version: string, outcome: string) =>
  app.send("POST", "/api/telemetry/resource-pack-install", {
    headers: app.u1.headers,
    body: { packId: "news", version, outcome },
  });
const reported = async (app: ScenarioApp) => {
  await packInForce(app);
  await report(app, "1.0.0", "installed");
  await report(app, "1.0.0", "verify_failed");
  await report(app, "9.9.9", "installed");
};

describe("GET /api/admin/resource-packs/{pack_id}/stats", () => {
  scenarios(routes, {
    "counts reports of known versions by day": {
      as: "admin",
      given: reported,
      send: ["GET", `${ADMIN_PACKS}/news/stats?days=1`],
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
    "refuses 91 days": {
      as: "admin",
      send: ["GET", `${ADMIN_PACKS}/news/stats?days=91`],
      ...refused(400, "VALIDATION_ERROR"),
    },
    "does not find an unknown pack": {
      as: "admin",
      send: ["GET", `${ADMIN_PACKS}/news/stats`],
      ...absent,
    },
  });
});

describe("GET /api/admin/resource-packs/summary", () => {
  scenarios(routes, {
    "sums up all packs": {
      as: "admin",
      given: reported,
      send: ["GET", `${ADMIN_PACKS}/summary`],
      status: 200,
      body: {
        data: { totalPacks: 1, totalVersions: 1, installsToday: 3, installsTodaySuccess: 2 },
      },
    },
  });
});

describe("GET /api/admin/resource-packs", () => {
  scenarios(routes, {
    "lists packs with their active versions": {
      as: "admin",
      given: reported,
      send: ["GET", ADMIN_PACKS],
      status: 200,
      body: { data: [{ packId: "news", active: { stable: "1.0.0", beta: null } }] },
    },
  });
});

import { afterAll, describe, expect, it } from "vitest";
import {
  buildTestApp,
  onlyFeature,
  type TestReply,
} from "@wordloom/testing/service/build-test-app";
import { closeCleanDatabase } from "@wordloom/testing/databases/database-cleaner";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { addDevice } from "@wordloom/testing/content/devices";
import {
  clientTs,
  device,
  deviceHeaders,
  fullDevice,
  metrics,
  sessionStart,
  telemetry,
  TELEMETRY_PATH,
} from "@wordloom/testing/content/telemetry-requests";
import { telemetryRoutes } from "./telemetry.routes.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/;
const HOSTILE = `</script><b>\u202e\u0007\u2028'"; drop table users; --${"𝄞".repeat(200)}`;

const periodic = { eventType: "periodic", clientTs, payload: {} };
const described = { ...sessionStart, payload: { device: fullDevice } };
const behavior = {
  currentRoute: "/study",
  clickCount: 3,
  scrollDepthPct: 40,
  routeChanges: 1,
  clickTargets: [{ label: "Next", tag: "button" }],
};

const refused = (status: number, code: string) => ({ status, body: { success: false, code } });
const own = (app: ScenarioApp) => addDevice(app, "d1", { owner: app.u1.id });
const stored = async ({ deps }: ScenarioApp) =>
  deps.database.selectFrom("telemetry_reports").selectAll().orderBy("id").execute();

describe("POST /api/telemetry", () => {
  scenarios(telemetryRoutes, {
    "stores the facts about the device and its session": {
      given: own,
      ...telemetry({
        ...sessionStart,
        extra: "x",
        payload: { device: fullDevice, ...metrics, behavior, featureUsage: { review: 2 }, more: 1 },
      }),
      status: 200,
      after: async (app, { body }) => {
        expect(Object.keys(body.data)).toEqual(["id"]);
        const [row] = await stored(app);
        const { device_json, behavior_json, feature_usage_json, ...columns } = row ?? ({} as never);
        expect(columns).toEqual({
          id: body.data.id,
          device_id: "d1",
          user_id: "u1",
          event_type: "session_start",
          request_id: null,
          client_at_ms: Date.parse(clientTs),
          server_at_ms: app.clock.nowMs(),
          session_duration_secs: 60,
          actions_per_min: 12.5,
          error_count: 1,
          avg_response_ms: 850.25,
          current_route: "/study",
          click_count: 3,
        });
        expect(JSON.parse(device_json ?? "")).toEqual(fullDevice);
        expect(JSON.parse(behavior_json ?? "")).toEqual(behavior);
        expect(JSON.parse(feature_usage_json ?? "")).toEqual({ review: 2 });
      },
    },
    "updates the registered device": {
      given: own,
      ...telemetry(described, { "x-app-version": "1.3.0" }),
      status: 200,
      after: async ({ deps }) => {
        const row = await deps.database.selectFrom("devices").selectAll().executeTakeFirst();
        expect(row).toMatchObject({
          model: device.model,
          time_zone: "Europe/Rome",
          language: "it",
          platform: "web",
          app_version: "1.3.0",
        });
        expect(JSON.parse(row?.profile_json ?? "")).toEqual(fullDevice);
      },
    },
    "counts as a sign of life": {
      given: own,
      ...telemetry(sessionStart),
      status: 200,
      after: async ({ deps, clock }) => {
        const signs = await deps.events.lastSeen.read(["d1"]);
        expect(signs.get("d1")).toBe(clock.nowMs());
      },
    },
    "accepts an empty session and an empty behavior": {
      given: own,
      ...telemetry({ ...sessionStart, payload: { device, behavior: {}, featureUsage: {} } }),
      status: 200,
    },
    "treats null as omitted": {
      given: own,
      ...telemetry({
        ...sessionStart,
        requestId: null,
        payload: { device: { ...device, cpuCores: null }, behavior: null, errorCount: null },
      }),
      status: 200,
      after: async (app) => {
        const [row] = await stored(app);
        expect(JSON.parse(row?.device_json ?? "")).toEqual(device);
        expect(row).toMatchObject({ behavior_json: null, error_count: null });
      },
    },
    "truncates texts, and otherwise stores them unchanged": {
      given: own,
      ...telemetry({
        ...sessionStart,
        payload: {
          device: { ...device, model: HOSTILE },
          behavior: {
            currentRoute: HOSTILE,
            clickTargets: Array.from({ length: 51 }, () => ({ label: HOSTILE })),
          },
          featureUsage: Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`f${n}`, n])),
        },
      }),
      status: 200,
      after: async (app) => {
        const [row] = await stored(app);
        const words = [...HOSTILE].slice(0, 200).join("");
        expect(row?.current_route).toBe(words);
        expect(JSON.parse(row?.device_json ?? "").model).toBe(words);
        const { clickTargets } = JSON.parse(row?.behavior_json ?? "");
        expect(clickTargets).toEqual(Array(50).fill({ label: words, tag: "" }));
        expect(Object.keys(JSON.parse(row?.feature_usage_json ?? ""))).toHaveLength(100);
      },
    },
  });
});

describe("telemetry without a description of the device", () => {
  const reported = (body: object) => async (app: ScenarioApp) => {
    await own(app);
    const headers = { ...deviceHeaders, ...app.u1.headers };
    await app.send("POST", TELEMETRY_PATH, { body, headers });
  };
  scenarios(telemetryRoutes, {
    "is accepted if an earlier report described the device": {
      given: reported(sessionStart),
      ...telemetry(periodic),
      status: 200,
      after: async (app) => expect(await stored(app)).toHaveLength(2),
    },
    "is refused if no earlier report did": {
      given: own,
      ...telemetry(periodic),
      ...refused(400, "MISSING_TIMEZONE"),
    },
    "is refused at the start of a session": {
      given: reported(sessionStart),
      ...telemetry({ ...sessionStart, payload: {} }),
      ...refused(400, "MISSING_TIMEZONE"),
    },
    "is refused with an incomplete description": {
      given: reported(sessionStart),
      ...telemetry({ ...periodic, payload: { device: { timezone: "UTC" } } }),
      ...refused(400, "MISSING_DEVICE_MODEL"),
    },
    "uses the language reported earlier under strict mode": {
      settings: { STRICT_MODE_ENABLED: "true", STRICT_MODE_HARD_BLOCK: "true" },
      given: reported(described),
      ...telemetry(periodic),
      status: 200,
    },
  });
});

describe("a device", () => {
  scenarios(telemetryRoutes, {
    "without an owner becomes the caller's": {
      given: (app) => addDevice(app, "d1"),
      ...telemetry(sessionStart),
      status: 200,
      after: async ({ deps }) => {
        const row = await deps.database.selectFrom("devices").select("user_id").executeTakeFirst();
        expect(row).toEqual({ user_id: "u1" });
      },
    },
    "with an incomplete report is accepted unless strict mode blocks": {
      given: own,
      settings: { STRICT_MODE_ENABLED: "true" },
      ...telemetry(sessionStart),
      status: 200,
    },
    "with an incomplete report is accepted without strict mode": {
      given: own,
      settings: { STRICT_MODE_HARD_BLOCK: "true" },
      ...telemetry(sessionStart),
      status: 200,
    },
  });
});

describe("the reply to a telemetry_request", () => {
  const reply = { eventType: "on_demand", clientTs, requestId: "r1", payload: { device } };
  scenarios(telemetryRoutes, {
    "has the same id when sent again": {
      given: own,
      ...telemetry(reply),
      twice: true,
      status: 200,
      body: { data: { id: expect.stringMatching(UUID) } },
      after: async (app, { body }) => {
        const rows = await stored(app);
        expect(rows.map(({ id, request_id }) => [id, request_id])).toEqual([[body.data.id, "r1"]]);
      },
    },
    "has another id from another device": {
      given: async (app) => {
        await own(app);
        await addDevice(app, "d2", { owner: app.u1.id });
        const asOther = { ...deviceHeaders, ...app.u1.headers, "x-device-id": "d2" };
        await app.send("POST", TELEMETRY_PATH, { body: reply, headers: asOther });
      },
      ...telemetry(reply),
      status: 200,
      after: async (app) => expect(await stored(app)).toHaveLength(2),
    },
    "may have a request id of 128 characters": {
      given: own,
      ...telemetry({ ...reply, requestId: "r".repeat(128) }),
      status: 200,
    },
    "may not have a request id of 129 characters": {
      given: own,
      ...telemetry({ ...reply, requestId: "r".repeat(129) }),
      ...refused(400, "INVALID_TELEMETRY"),
    },
    "may not have a blank request id": {
      given: own,
      ...telemetry({ ...reply, requestId: " " }),
      ...refused(400, "INVALID_TELEMETRY"),
    },
  });
});

describe("devices that report at the same time", () => {
  afterAll(closeCleanDatabase);

  it("are all stored exactly once", async () => {
    const app = await buildTestApp({ features: onlyFeature({ routes: [telemetryRoutes] }) });
    const { id, headers: signed } = await app.learner();
    const names = Array.from({ length: 40 }, (_, n) => `d${n}`);
    for (const name of names) await addDevice(app, name, { owner: id });
    const replies = await Promise.all(
      names.map((name) => {
        const asDevice = { ...deviceHeaders, ...signed, "x-device-id": name };
        return app.send("POST", TELEMETRY_PATH, { body: sessionStart, headers: asDevice });
      }),
    );
    const ids = replies.map((reply: TestReply) => reply.body.data.id);
    expect(new Set(ids).size).toBe(40);
    const rows = await app.deps.database.selectFrom("telemetry_reports").select("id").execute();
    expect(rows.map((row) => row.id).toSorted()).toEqual(ids.toSorted());
    await app.close();
  });
});

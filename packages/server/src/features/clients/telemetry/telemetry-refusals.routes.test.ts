import { describe, expect } from "vitest";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
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

const refused = (status: number, code: string) => ({ status, body: { success: false, code } });
const unreadable = refused(400, "INVALID_REQUEST_BODY");
const own = (app: ScenarioApp) => addDevice(app, "d1", { owner: app.u1.id });
const stored = async ({ deps }: ScenarioApp) =>
  deps.database.selectFrom("telemetry_reports").selectAll().orderBy("id").execute();
const without = (name: keyof typeof deviceHeaders) => {
  const { [name]: _left, ...others } = deviceHeaders;
  return others;
};
const sent = (headersSent: Record<string, string>, body: unknown = "{"): Scenario["send"] => [
  ...(["POST", TELEMETRY_PATH] as const),
  body,
  headersSent,
];

describe("POST /api/telemetry checks, in this order,", () => {
  const badPayload = { eventType: "nothing", clientTs, payload: { ...metrics, errorCount: -1 } };
  const badPeriodic = { ...badPayload, eventType: "periodic" };
  const given = async (app: ScenarioApp) => {
    const { id } = await app.learner();
    await addDevice(app, "d1", { owner: id });
  };
  scenarios(telemetryRoutes, {
    "the sign-in": { send: ["POST", TELEMETRY_PATH, "{"], ...refused(401, "AUTH_UNAUTHORIZED") },
    "that there is a device id": {
      as: "learner",
      send: sent({}),
      ...refused(400, "MISSING_DEVICE_ID"),
    },
    "that the device id is not blank": {
      as: "learner",
      send: sent({ "x-device-id": " " }),
      ...refused(400, "MISSING_DEVICE_ID"),
    },
    "that the device id is valid": {
      as: "learner",
      send: sent({ "x-device-id": "d 1<b>" }),
      ...refused(400, "INVALID_DEVICE_ID"),
    },
    "that the device id is not too long": {
      as: "learner",
      send: sent({ "x-device-id": "d".repeat(129) }),
      ...refused(400, "INVALID_DEVICE_ID"),
    },
    "the platform": {
      as: "learner",
      send: sent({ "x-device-id": "d".repeat(128) }),
      ...refused(400, "MISSING_OS"),
    },
    "that the platform is not empty": {
      as: "learner",
      send: sent({ ...without("x-app-version"), "x-device-platform": "" }),
      ...refused(400, "MISSING_OS"),
    },
    "that the platform is known": {
      as: "learner",
      send: sent({ ...without("x-app-version"), "x-device-platform": "Unknown" }),
      ...refused(400, "MISSING_OS"),
    },
    "the version of the app": {
      as: "learner",
      send: sent(without("x-app-version")),
      ...refused(400, "MISSING_APP_VERSION"),
    },
    "that the body can be read": { ...telemetry("{"), ...refused(400, "INVALID_REQUEST_BODY") },
    "that the body is complete": {
      ...telemetry({ eventType: "nothing", payload: {} }),
      ...unreadable,
    },
    "that the type is one of three": {
      given,
      ...telemetry(badPayload),
      ...refused(400, "INVALID_TELEMETRY"),
    },
    "that a reply names the request": {
      given,
      ...telemetry({ ...badPayload, eventType: "on_demand" }),
      ...refused(400, "INVALID_TELEMETRY"),
    },
    "the time zone": {
      given,
      ...telemetry({ ...badPayload, eventType: "session_start" }),
      ...refused(400, "MISSING_TIMEZONE"),
    },
    "that the time zone is not blank": {
      given,
      ...telemetry({ ...badPeriodic, payload: { device: { timezone: " " } } }),
      ...refused(400, "MISSING_TIMEZONE"),
    },
    "the model": {
      given,
      settings: { STRICT_MODE_ENABLED: "true", STRICT_MODE_HARD_BLOCK: "true" },
      ...telemetry({ ...badPeriodic, payload: { device: { timezone: "UTC" } } }),
      ...refused(400, "MISSING_DEVICE_MODEL"),
    },
    "under a hard strict mode, the language": {
      given,
      settings: { STRICT_MODE_ENABLED: "true", STRICT_MODE_HARD_BLOCK: "true" },
      ...telemetry(sessionStart),
      ...refused(400, "MISSING_LANGUAGE"),
    },
    "under a hard strict mode, the fingerprint": {
      given,
      settings: { STRICT_MODE_ENABLED: "true", STRICT_MODE_HARD_BLOCK: "true" },
      ...telemetry({ ...sessionStart, payload: { device: { ...fullDevice, cpuCores: null } } }),
      ...refused(400, "MISSING_DEVICE_FINGERPRINT"),
    },
    "that the device is registered": {
      ...telemetry({ ...sessionStart, payload: { device, errorCount: -1 } }),
      ...refused(403, "DEVICE_NOT_REGISTERED"),
    },
    "that the device is the caller's": {
      given,
      ...telemetry({ ...sessionStart, payload: { device, errorCount: -1 } }),
      ...refused(403, "DEVICE_OWNERSHIP_MISMATCH"),
      after: async (app) => {
        expect(await stored(app)).toEqual([]);
        expect((await app.deps.events.lastSeen.read(["d1"])).size).toBe(0);
      },
    },
    "that no metric is negative": {
      given: own,
      settings: { RATE_LIMIT_TELEMETRY_MAX: "1" },
      twice: true,
      ...telemetry({ ...sessionStart, payload: { device, errorCount: -1 } }),
      ...refused(422, "INVALID_PAYLOAD"),
      after: async (app) => expect(await stored(app)).toEqual([]),
    },
    "the rate limit, last": {
      given: own,
      settings: { RATE_LIMIT_TELEMETRY_MAX: "1" },
      twice: true,
      ...telemetry(sessionStart),
      status: 200,
      body: { success: true, data: { received: true, throttled: true } },
      after: async (app, reply) => {
        expect(reply.body.data).toEqual({ received: true, throttled: true });
        expect(await stored(app)).toHaveLength(1);
      },
    },
  });
});

describe("the payload of POST /api/telemetry", () => {
  const payloads: Record<string, object> = {
    "a fraction of a second": { sessionDurationSecs: 1.5 },
    "text instead of a number": { errorCount: "1" },
    "an impossible duration": { sessionDurationSecs: 1_000_000_001 },
    "a negative click count": { behavior: { clickCount: -1 } },
    "a scroll depth above 100 %": { behavior: { scrollDepthPct: 101 } },
    "a usage count that is not a number": { featureUsage: { review: "often" } },
    "a list instead of the device": { device: [device] },
    "a list instead of the behavior": { device, behavior: [] },
  };
  const rows = Object.entries(payloads).map(([name, payload]): [string, Scenario] => [
    `may not contain ${name}`,
    { given: own, ...telemetry({ ...sessionStart, payload }), ...unreadable },
  ]);
  const metric = (name: string) => ({
    given: own,
    ...telemetry({ ...sessionStart, payload: { device, [name]: -0.5 - 0.5 } }),
    ...refused(422, "INVALID_PAYLOAD"),
  });
  scenarios(telemetryRoutes, {
    ...Object.fromEntries(rows),
    "may not contain a negative duration": metric("sessionDurationSecs"),
    "may not contain a negative pace": metric("actionsPerMin"),
    "may not contain a negative count of errors": metric("errorCount"),
    "may not contain a negative response time": metric("avgResponseTimeMs"),
    "may contain zeros and the maximum values": {
      given: own,
      ...telemetry({
        ...sessionStart,
        payload: {
          device,
          sessionDurationSecs: 1_000_000_000,
          actionsPerMin: 0,
          errorCount: 0,
          behavior: { clickCount: 0, scrollDepthPct: 100 },
        },
      }),
      status: 200,
    },
    "may not contain NUL": {
      given: own,
      ...telemetry('{"eventType":"periodic","payload":{"device":{"model":"\\u0000"}}}'),
      ...unreadable,
    },
    "must have a valid time": {
      given: own,
      ...telemetry({ ...sessionStart, clientTs: "yesterday" }),
      ...unreadable,
    },
    "may have a time with an offset": {
      given: own,
      ...telemetry({ ...sessionStart, clientTs: "2026-05-01T13:59:58.5+02:00" }),
      status: 200,
      after: async (app) => {
        expect((await stored(app))[0]?.client_at_ms).toBe(Date.parse(clientTs));
      },
    },
    "may have 64 KB": {
      given: own,
      ...telemetry(padded(64 * 1024)),
      status: 200,
    },
    "may not have one byte more": {
      given: own,
      ...telemetry(padded(64 * 1024 + 1)),
      ...refused(413, "PAYLOAD_TOO_LARGE"),
    },
  });
});

/** A report of this size, filled with a field that is not in the contract. */
function padded(bytes: number): string {
  const text = JSON.stringify({ ...sessionStart, filler: "" });
  return JSON.stringify({ ...sessionStart, filler: "f".repeat(bytes - text.length) });
}

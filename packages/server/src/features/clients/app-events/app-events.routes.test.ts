import { describe, expect } from "vitest";
import {
  appEvent,
  deviceHeaders,
  registerDevice,
  report,
} from "../../../testing/app/app-event-needs.ts";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { testDialect } from "@wordloom/testing/databases/test-database";
import { appEventsRoutes } from "./app-events.routes.ts";

const PATH = "/api/telemetry/app-events";
const MIB_2 = 2 * 1024 * 1024;
const nothing = { accepted: 0, duplicates: 0, sampledOut: 0, failed: 0, errors: [] };
const refused = (code: string) => ({ success: false, code });

const given = (app: ScenarioApp) => registerDevice(app, "d1", app.u1);

/** A request of learner u1 from device d1. */
const sends = (events: (app: ScenarioApp) => readonly unknown[]) =>
  ({
    as: "learner",
    given,
    send: (app) => ["POST", PATH, { events: events(app) }, deviceHeaders("d1")],
  }) satisfies Partial<Scenario>;

/** An empty request with these headers. */
const withHeaders = (headers: Record<string, string>) =>
  ({ as: "learner", given, send: ["POST", PATH, undefined, headers] }) satisfies Partial<Scenario>;

const without = (name: string) => {
  const { [name]: _, ...headers } = deviceHeaders("d1");
  return headers;
};

/** A request of this size, padded with an unknown field. */
const padded = (app: ScenarioApp, bytes: number): string => {
  const whole = (filler: string) => JSON.stringify({ events: [appEvent(app)], filler });
  return whole("f".repeat(bytes - whole("").length));
};

const stored = ({ deps }: ScenarioApp) =>
  deps.database.selectFrom("app_events").selectAll().orderBy("seq").execute();

describe("POST /api/telemetry/app-events", () => {
  scenarios(appEventsRoutes, {
    "refuses a request without a device, before it looks at the body": {
      ...withHeaders(without("x-device-id")),
      status: 400,
      body: refused("MISSING_DEVICE_ID"),
    },
    "refuses a malformed device id": {
      ...withHeaders(deviceHeaders("a b")),
      status: 400,
      body: refused("INVALID_DEVICE_ID"),
    },
    "refuses a device id of 129 characters": {
      ...withHeaders(deviceHeaders("d".repeat(129))),
      status: 400,
      body: refused("INVALID_DEVICE_ID"),
    },
    "refuses a request without a platform": {
      ...withHeaders(without("x-device-platform")),
      status: 400,
      body: refused("MISSING_OS"),
    },
    "refuses an unknown platform": {
      ...withHeaders(deviceHeaders("d1", "unknown")),
      status: 400,
      body: refused("MISSING_OS"),
    },
    "refuses a request without a version": {
      ...withHeaders(without("x-app-version")),
      status: 400,
      body: refused("MISSING_APP_VERSION"),
    },
    "refuses a body without events": {
      ...withHeaders(deviceHeaders("d1")),
      status: 400,
      body: refused("INVALID_REQUEST_BODY"),
    },
    "refuses an empty list": {
      ...sends(() => []),
      status: 400,
      body: refused("INVALID_REQUEST_BODY"),
    },
    "refuses a device that is not registered": {
      as: "learner",
      send: (app) => ["POST", PATH, { events: [appEvent(app)] }, deviceHeaders("d9")],
      status: 403,
      body: refused("DEVICE_NOT_REGISTERED"),
      after: async ({ deps }) => {
        const devices = await deps.database.selectFrom("devices").selectAll().execute();
        expect(devices).toEqual([]);
      },
    },
    "does not claim a device without an owner": {
      ...sends((app) => [appEvent(app)]),
      given: (app) => registerDevice(app, "d1", null),
      status: 403,
      body: refused("DEVICE_NOT_REGISTERED"),
    },
    "refuses another learner's device": {
      ...sends((app) => [appEvent(app)]),
      given: async (app) => registerDevice(app, "d1", await app.learner()),
      status: 403,
      body: refused("DEVICE_OWNERSHIP_MISMATCH"),
    },
    "accepts a body of 2 MiB": {
      ...withHeaders(deviceHeaders("d1")),
      send: (app) => ["POST", PATH, padded(app, MIB_2), deviceHeaders("d1")],
      status: 200,
      body: { data: { accepted: 1 } },
    },
    "refuses one byte more": {
      ...withHeaders(deviceHeaders("d1")),
      send: (app) => ["POST", PATH, padded(app, MIB_2 + 1), deviceHeaders("d1")],
      status: 413,
      body: refused("PAYLOAD_TOO_LARGE"),
    },
    "refuses 51 events as a whole": {
      ...sends((app) => Array.from({ length: 51 }, () => appEvent(app))),
      status: 400,
      body: refused("APP_EVENTS_TOO_LARGE"),
      after: async (app) => expect(await stored(app)).toEqual([]),
    },
    "accepts 50 events": {
      ...sends((app) => Array.from({ length: 50 }, () => appEvent(app))),
      status: 200,
      body: { data: { ...nothing, accepted: 50 } },
    },
    "stores the reported events": {
      ...sends((app) => [
        appEvent(app, { clientEventId: "mine", props: { screen: "study", "\0": "\ud800" } }),
      ]),
      status: 200,
      body: { success: true, data: { ...nothing, accepted: 1 } },
      after: async (app) => {
        const [row] = await stored(app);
        expect(row).toMatchObject({
          device_id: "d1",
          client_event_id: "mine",
          user_id: app.u1.id,
          name: "word_lookup",
          category: "behavior",
          at_ms: app.clock.nowMs(),
          received_at_ms: app.clock.nowMs(),
          platform: "ios",
          app_version: "1.2.3",
        });
        expect(JSON.parse(row?.props_json ?? "")).toEqual({ screen: "study", "\0": "\ud800" });
      },
    },
    "does not change the device": {
      ...sends((app) => [appEvent(app)]),
      given: async (app) => {
        await given(app);
        app.clock.advance(60_000);
      },
      status: 200,
      after: async ({ deps, clock }) => {
        const device = await deps.database.selectFrom("devices").selectAll().executeTakeFirst();
        const seenAtMs = clock.nowMs() - 60_000;
        expect(device).toMatchObject({ app_version: null, last_seen_at_ms: seenAtMs });
      },
    },
    "stores valid events and reports invalid ones": {
      ...sends((app) => [
        appEvent(app, { clientEventId: "a" }),
        appEvent(app, { clientEventId: "b", name: "No Name" }),
        appEvent(app, { clientEventId: "a" }),
        appEvent(app, { clientEventId: "c", props: { list: [] as unknown as string } }),
        "nothing",
      ]),
      status: 200,
      body: {
        data: {
          ...nothing,
          accepted: 1,
          failed: 4,
          errors: [
            { index: 1, clientEventId: "b", code: "APP_EVENT_INVALID_NAME" },
            { index: 2, clientEventId: "a", code: "APP_EVENT_DUPLICATE_ID" },
            { index: 3, clientEventId: "c", code: "APP_EVENT_INVALID_PROPS" },
            { index: 4, clientEventId: null, code: "APP_EVENT_INVALID_ID" },
          ],
        },
      },
    },
    "accepts a batch with an event a database cannot store": {
      ...sends((app) => [
        appEvent(app, { clientEventId: "\0" }),
        appEvent(app, { clientEventId: "\ud800" }),
        appEvent(app, { props: { a: "\0" } }),
      ]),
      status: 200,
      body: { data: { accepted: 1, failed: 2 } },
    },
    "counts events sent again as duplicates": {
      ...sends((app) => ["x", "y"].map((clientEventId) => appEvent(app, { clientEventId }))),
      twice: true,
      status: 200,
      body: { data: { ...nothing, duplicates: 2 } },
      after: async (app) => expect(await stored(app)).toHaveLength(2),
    },
    "treats the same id from another device as another event": {
      ...sends((app) => [appEvent(app, { clientEventId: "x" })]),
      given: async (app) => {
        await given(app);
        await registerDevice(app, "d2", app.u1);
        await report(app, { id: "d2", owner: app.u1 }, [appEvent(app, { clientEventId: "x" })]);
      },
      status: 200,
      body: { data: { accepted: 1, duplicates: 0 } },
    },
    "stores an event once when it is sent many times concurrently": {
      ...sends((app) => [appEvent(app, { clientEventId: "x" })]),
      given: async (app) => {
        await given(app);
        const same = appEvent(app, { clientEventId: "x" });
        const replies = await Promise.all(
          Array.from({ length: 20 }, () => report(app, { id: "d1", owner: app.u1 }, [same])),
        );
        const accepted = replies.map(({ body }) => body.data.accepted as number);
        expect(accepted.reduce((sum, count) => sum + count)).toBe(1);
      },
      status: 200,
      body: { data: { duplicates: 1 } },
      after: async (app) => expect(await stored(app)).toHaveLength(1),
    },
    "skips behavior and performance at a rate of 0, but never errors": {
      ...sends((app) => [
        appEvent(app, { category: "behavior" }),
        appEvent(app, { category: "perf" }),
        appEvent(app, { category: "error" }),
        appEvent(app, { category: "behavior", name: "" }),
      ]),
      settings: { TELEMETRY_SAMPLING_RATE: "0" },
      status: 200,
      body: { data: { accepted: 1, duplicates: 0, sampledOut: 2, failed: 1 } },
      after: async (app) => expect(await stored(app)).toMatchObject([{ category: "error" }]),
    },
    "skips the same events when they are sent again": {
      ...sends((app) =>
        Array.from({ length: 50 }, (_, n) => appEvent(app, { clientEventId: `s${n}` })),
      ),
      settings: { TELEMETRY_SAMPLING_RATE: "0.5" },
      twice: true,
      status: 200,
      after: async (app, { body }) => {
        const kept = (await stored(app)).length;
        expect(kept).toBeGreaterThan(5);
        expect(kept).toBeLessThan(45);
        expect(body.data).toMatchObject({ accepted: 0, duplicates: kept, sampledOut: 50 - kept });
      },
    },
    "discards events beyond the rate limit, with status 200": {
      ...sends((app) => [appEvent(app)]),
      settings: { RATE_LIMIT_TELEMETRY_MAX: "1" },
      twice: true,
      status: 200,
      body: { success: true, data: { ...nothing, throttled: true } },
      after: async (app) => expect(await stored(app)).toHaveLength(1),
    },
    ...Object.fromEntries(
      Object.entries({ "that is no JSON": "{", "without events": {} }).map(([what, body]) => [
        `refuses a body ${what}, also beyond the rate limit`,
        {
          ...sends((app) => [appEvent(app)]),
          settings: { RATE_LIMIT_TELEMETRY_MAX: "1" },
          twice: true,
          send: ["POST", PATH, body, deviceHeaders("d1")] as const,
          status: 400,
          body: refused("INVALID_REQUEST_BODY"),
        } satisfies Scenario,
      ]),
    ),
    "stores nothing for an account erased meanwhile": {
      ...sends((app) => [appEvent(app)]),
      given: async (app) => {
        await given(app);
        await app.deps.database.deleteFrom("users").where("id", "=", app.u1.id).execute();
      },
      // PostgreSQL also removes the device's owner.
      ...(testDialect === "postgres"
        ? { status: 403, body: refused("DEVICE_NOT_REGISTERED") }
        : { status: 401, body: refused("AUTH_UNAUTHORIZED") }),
      after: async (app) => expect(await stored(app)).toEqual([]),
    },
  });
});

import { afterAll, describe, expect, it } from "vitest";
import { buildTestApp, onlyFeature } from "@wordloom/testing/service/build-test-app";
import { closeCleanDatabase } from "@wordloom/testing/databases/database-cleaner";
import { addDevice } from "@wordloom/testing/content/devices";
import { answerProbe, sendProbe } from "../../../testing/rows/probes.ts";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { probeRoutes } from "./probe.routes.ts";
import { probeSweeper } from "./probe.worker.ts";

const PATH = "/api/probe/results";
const settings = { PROBE_ENABLED: "true" };
const KB_256 = 256 * 1024;
const HOSTILE = `</script>\u0007\u202e𝄞'; drop table users; --`;
const refused = (status: number, code: string) => ({ status, body: { success: false, code } });
const ok = { status: 200, body: { success: true, data: { ok: true } } };
const headers = { "x-device-id": "device-1" };
const usual = { status: "ok", resultJson: '{"a":1}', durationMs: 5 };
const confirmRequest = { status: "confirm_required", confirmToken: "token-1", durationMs: 1 };

const stored = async ({ deps }: ScenarioApp) =>
  deps.database.selectFrom("probe_requests").selectAll().executeTakeFirstOrThrow();

/** Sends a result for a script, after these earlier results. */
const result = (
  changed: object,
  earlier: readonly object[] = [],
): Pick<Scenario, "as" | "settings" | "send"> => ({
  as: "learner",
  settings,
  send: async (app) => {
    const [sent] = await sendProbe(app);
    for (const body of earlier) await answerProbe(app, sent?.requestId ?? "", body);
    return ["POST", PATH, { requestId: sent?.requestId, ...usual, ...changed }, headers];
  },
});
const plain = (body: object, sentHeaders: Record<string, string> = headers) => ({
  as: "learner" as const,
  settings,
  send: ["POST", PATH, body, sentHeaders] as const,
});

describe("POST /api/probe/results", () => {
  scenarios(probeRoutes, {
    "is disabled by default": {
      as: "learner",
      send: ["POST", PATH, usual, headers],
      ...refused(503, "PROBE_DISABLED"),
    },
    "refuses a stranger": {
      settings,
      send: ["POST", PATH, usual, headers],
      ...refused(401, "AUTH_UNAUTHORIZED"),
    },
    "requires a device, and checks that before the body": {
      as: "learner",
      settings,
      send: ["POST", PATH, "{"],
      ...refused(400, "MISSING_DEVICE_ID"),
    },
    "treats an invalid device id as missing": {
      ...plain(usual, { "x-device-id": "<d>" }),
      ...refused(400, "MISSING_DEVICE_ID"),
    },
    "requires a request id": { ...plain(usual), ...refused(400, "INVALID_REQUEST_BODY") },
    "refuses another status": {
      ...plain({ ...usual, requestId: "r", status: "pending" }),
      ...refused(400, "INVALID_PROBE_STATUS"),
    },
    "refuses a confirmation request without a token": {
      ...plain({ ...confirmRequest, requestId: "r", confirmToken: " " }),
      ...refused(400, "PROBE_CONFIRM_TOKEN_MISSING"),
    },
    "refuses an unknown device": {
      ...plain({ ...usual, requestId: "r" }),
      ...refused(403, "DEVICE_NOT_REGISTERED"),
    },
    "refuses a device without an owner, and does not assign one": {
      ...plain({ ...usual, requestId: "r" }),
      given: (app) => addDevice(app, "device-1"),
      ...refused(403, "DEVICE_NOT_REGISTERED"),
      after: async ({ deps }) => {
        const row = await deps.database.selectFrom("devices").select("user_id").executeTakeFirst();
        expect(row).toEqual({ user_id: null });
      },
    },
    "refuses another learner's device": {
      ...plain({ ...usual, requestId: "r" }),
      given: async (app) => addDevice(app, "device-1", { owner: (await app.learner()).id }),
      ...refused(403, "DEVICE_OWNERSHIP_MISMATCH"),
    },
    "refuses an unknown request": {
      ...plain({ ...usual, requestId: HOSTILE }),
      given: (app) => addDevice(app, "device-1", { owner: app.u1.id }),
      ...refused(404, "NOT_FOUND"),
    },
    "refuses an answer to another device's request": {
      as: "learner",
      settings,
      send: async (app) => {
        const [sent] = await sendProbe(app);
        await addDevice(app, "device-2", { owner: app.u1.id });
        const body = { ...usual, requestId: sent?.requestId };
        return ["POST", PATH, body, { "x-device-id": "device-2" }];
      },
      ...refused(403, "FORBIDDEN"),
    },
    "stores the result of a script": {
      ...result({ resultJson: HOSTILE, stderr: HOSTILE, durationMs: 12.6, truncated: false }),
      ...ok,
      after: async (app) =>
        expect(await stored(app)).toMatchObject({
          status: "ok",
          completed_at_ms: app.clock.nowMs(),
          due_at_ms: null,
          result_json: HOSTILE,
          stderr: HOSTILE,
          duration_ms: 13,
          truncated: 0,
        }),
    },
    "stores a result that is not text as JSON": {
      ...result({ resultJson: { a: [1] } }),
      ...ok,
      after: async (app) => expect((await stored(app)).result_json).toBe('{"a":[1]}'),
    },
    "stores an error": {
      ...result({ status: "error", resultJson: null, stderr: "x is not defined" }),
      ...ok,
      after: async (app) =>
        expect(await stored(app)).toMatchObject({
          status: "error",
          result_json: null,
          stderr: "x is not defined",
        }),
    },
    "stores a timeout on the device": {
      ...result({ status: "timeout" }),
      ...ok,
      after: async (app) => expect((await stored(app)).status).toBe("timeout"),
    },
    "stores that the device is too old for such scripts": {
      ...result({ status: "unsupported_ctx_version" }),
      ...ok,
      after: async (app) => expect((await stored(app)).status).toBe("unsupported_ctx_version"),
    },
    "stores that the device truncated its result": {
      ...result({ truncated: true }),
      ...ok,
      after: async (app) => expect((await stored(app)).truncated).toBe(1),
    },
    "keeps 256 KB of a result": {
      ...result({ resultJson: "r".repeat(KB_256 + 1) }),
      ...ok,
      after: async (app) =>
        expect(await stored(app)).toMatchObject({
          result_json: "r".repeat(KB_256),
          truncated: 1,
        }),
    },
    "refuses a body of more than 320 KB": {
      ...result({ resultJson: "r".repeat(320 * 1024) }),
      ...refused(413, "PAYLOAD_TOO_LARGE"),
    },
    "refuses a negative duration": {
      ...result({ durationMs: -1 }),
      ...refused(400, "INVALID_REQUEST_BODY"),
    },
    "refuses NUL": {
      ...result({ stderr: "\u0000" }),
      ...refused(400, "INVALID_REQUEST_BODY"),
    },
    "refuses a second result": {
      ...result({}, [{}]),
      ...refused(400, "PROBE_ALREADY_COMPLETED"),
    },
    "accepts a late result that has not timed out": {
      as: "learner",
      settings,
      send: async (app) => {
        const [sent] = await sendProbe(app);
        app.clock.advance(60_000);
        return ["POST", PATH, { ...usual, requestId: sent?.requestId }, headers];
      },
      ...ok,
    },
    "refuses a result after the timeout": {
      as: "learner",
      settings,
      send: async (app) => {
        const [sent] = await sendProbe(app);
        app.clock.advance(60_000);
        await probeSweeper.run(app.deps, new AbortController().signal);
        return ["POST", PATH, { ...usual, requestId: sent?.requestId }, headers];
      },
      ...refused(400, "PROBE_ALREADY_COMPLETED"),
    },
  });
});

describe("POST /api/probe/results, of a script that waits for a confirmation", () => {
  scenarios(probeRoutes, {
    "is stored with the device's token": {
      ...result(confirmRequest),
      ...ok,
      after: async (app) => {
        const byMs = app.clock.nowMs() + 60_000;
        expect(await stored(app)).toMatchObject({
          status: "confirm_pending",
          confirm_token: "token-1",
          confirm_by_ms: byMs,
          due_at_ms: byMs,
          completed_at_ms: null,
          result_json: null,
        });
      },
    },
    "cannot request another confirmation": {
      ...result(confirmRequest, [confirmRequest]),
      ...refused(409, "PROBE_ALREADY_PENDING_CONFIRM"),
    },
    "cannot succeed before the confirmation": {
      ...result({}, [confirmRequest]),
      ...refused(409, "PROBE_ALREADY_PENDING_CONFIRM"),
    },
    "may time out on the device": {
      ...result({ status: "timeout" }, [confirmRequest]),
      ...ok,
      after: async (app) => expect((await stored(app)).status).toBe("timeout"),
    },
    "may have a token of 512 characters": {
      ...result({ ...confirmRequest, confirmToken: "t".repeat(512) }),
      ...ok,
    },
    "refuses a token of 513 characters": {
      ...result({ ...confirmRequest, confirmToken: "t".repeat(513) }),
      ...refused(400, "INVALID_REQUEST_BODY"),
    },
  });
});

describe("results that arrive at the same time", () => {
  afterAll(closeCleanDatabase);

  it("are accepted only once", async () => {
    const features = onlyFeature({ routes: [probeRoutes] });
    const built = await buildTestApp({ features, settings });
    const app = { ...built, u1: await built.learner() } as ScenarioApp;
    const [sent] = await sendProbe(app);
    const answers = Array.from({ length: 10 }, (_, n) =>
      answerProbe(app, sent?.requestId ?? "", { resultJson: String(n) }),
    );
    const replies = await Promise.all(answers);
    const accepted = replies.filter(({ status }) => status === 200);
    expect(accepted).toHaveLength(1);
    expect((await stored(app)).result_json).toBe(String(replies.indexOf(accepted[0] as never)));
    await built.close();
  });
});

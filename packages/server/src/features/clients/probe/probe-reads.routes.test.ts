import { describe, expect } from "vitest";
import { answerProbe, sendProbe, type SentProbe } from "../../../testing/rows/probes.ts";
import { createRecordingSink } from "@wordloom/testing/service/recording-sink";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { probeRoutes } from "./probe.routes.ts";
import { scriptHash } from "./probe-script.ts";
import { followBatch } from "./probe-stream.service.ts";

const PATH = "/api/admin/probe";
const settings = { PROBE_ENABLED: "true" };
const refused = (status: number, code: string) => ({ status, body: { success: false, code } });
const disabled = refused(503, "PROBE_DISABLED");

/**
 * A script of a1 on three devices, one of which answered; then a script of another administrator.
 */
let own: SentProbe[] = [];
let foreign: SentProbe[] = [];
const given = async (app: ScenarioApp) => {
  const other = await app.admin("super_admin");
  own = await sendProbe(app, ["device-1", "device-2", "offline-1"], other);
  await answerProbe(app, own[0]?.requestId ?? "");
  const { database } = app.deps;
  // Only super administrators send scripts, but this administrator may have lost the role.
  for (const table of ["probe_requests", "probe_batches"] as const) {
    await database.updateTable(table).set({ admin_id: app.a1.id }).execute();
  }
  app.clock.advance(1_000);
  foreign = await sendProbe(app, ["device-1"], other);
};
const idsIn = (rows: { id: string }[]) => rows.map(({ id }) => id);

describe("GET /api/admin/probe", () => {
  scenarios(probeRoutes, {
    "is disabled by default": { as: "admin", send: ["GET", PATH], ...disabled },
    "shows administrators their own probes": {
      as: "admin",
      settings,
      given,
      send: ["GET", PATH],
      status: 200,
      after: (_app, { body }) => {
        const { rows, total } = body.data;
        expect(total).toBe(3);
        expect(idsIn(rows)).toEqual(expect.arrayContaining(own.map((sent) => sent.requestId)));
        expect(rows.map(({ status }: { status: string }) => status).toSorted()).toEqual([
          "offline",
          "ok",
          "pending",
        ]);
      },
    },
    "shows a super administrator all probes, newest first": {
      as: "super",
      settings,
      given,
      send: ["GET", PATH],
      status: 200,
      after: (_app, { body }) => {
        expect(body.data.total).toBe(4);
        expect(body.data.rows[0].id).toBe(foreign[0]?.requestId);
      },
    },
    "filters by batch": {
      as: "super",
      settings,
      given,
      send: async () => ["GET", `${PATH}?batchId=${foreign[0]?.batchId}`],
      status: 200,
      after: (_app, { body }) => expect(body.data.total).toBe(1),
    },
    "filters by device": {
      as: "super",
      settings,
      given,
      send: ["GET", `${PATH}?deviceId=device-1`],
      status: 200,
      after: (_app, { body }) => expect(body.data.total).toBe(2),
    },
    "filters by administrator": {
      as: "super",
      settings,
      given,
      send: ["GET", `${PATH}?adminId=a1`],
      status: 200,
      after: (_app, { body }) => expect(body.data.total).toBe(3),
    },
    "shows an administrator none of another's probes": {
      as: "admin",
      settings,
      given,
      send: ["GET", `${PATH}?adminId=a2`],
      status: 200,
      after: (_app, { body }) => expect(body.data).toEqual({ rows: [], total: 0 }),
    },
    "filters by status": {
      as: "super",
      settings,
      given,
      send: ["GET", `${PATH}?status=offline`],
      status: 200,
      body: { data: { rows: [{ deviceId: "offline-1", status: "offline" }], total: 1 } },
    },
    "refuses an unknown status": {
      as: "super",
      settings,
      send: ["GET", `${PATH}?status=lost`],
      ...refused(400, "INVALID_REQUEST_BODY"),
    },
    "follows limit and offset": {
      as: "super",
      settings,
      given,
      send: ["GET", `${PATH}?limit=1&offset=1`],
      status: 200,
      after: (_app, { body }) => {
        expect(body.data.total).toBe(4);
        expect(body.data.rows).toHaveLength(1);
        expect(body.data.rows[0].id).not.toBe(foreign[0]?.requestId);
      },
    },
  });
});

describe("GET /api/admin/probe/by-id/:requestId", () => {
  scenarios(probeRoutes, {
    "is disabled by default": { as: "admin", send: ["GET", `${PATH}/by-id/x`], ...disabled },
    "shows administrators all fields of their own probe": {
      as: "admin",
      settings,
      given,
      send: async () => ["GET", `${PATH}/by-id/${own[0]?.requestId}`],
      status: 200,
      after: (_app, { body }) =>
        expect(body.data).toEqual({
          id: own[0]?.requestId,
          batchId: own[0]?.batchId,
          deviceId: "device-1",
          adminId: "a1",
          scriptBody: "return 1",
          scriptSha256: scriptHash("return 1"),
          hasCmdCall: false,
          note: null,
          timeoutMs: 1_000,
          status: "ok",
          dispatchedAt: "2026-05-01T12:00:00.000Z",
          confirmedAt: null,
          completedAt: "2026-05-01T12:00:00.000Z",
          resultJson: "1",
          stderr: null,
          durationMs: 5,
          truncated: false,
        }),
    },
    "shows a super administrator any probe": {
      as: "super",
      settings,
      given,
      send: async () => ["GET", `${PATH}/by-id/${foreign[0]?.requestId}`],
      status: 200,
      body: { data: { adminId: "a2" } },
    },
    "hides an administrator's probe from others": {
      as: "admin",
      settings,
      given,
      send: async () => ["GET", `${PATH}/by-id/${foreign[0]?.requestId}`],
      ...refused(404, "NOT_FOUND"),
    },
    "refuses an unknown id": {
      as: "super",
      settings,
      send: ["GET", `${PATH}/by-id/%3Cb%3E`],
      ...refused(404, "NOT_FOUND"),
    },
  });
});

describe("GET /api/admin/probe/:batchId/stream", () => {
  const streamOf = (batchId: string | undefined) => ["GET", `${PATH}/${batchId}/stream`] as const;
  scenarios(probeRoutes, {
    "is disabled by default": { as: "admin", send: streamOf("x"), ...disabled },
    "sends the results and ends after the last one": {
      as: "admin",
      settings,
      given: async (app) => {
        await given(app);
        await answerProbe(app, own[1]?.requestId ?? "", { status: "error" }, "device-2");
      },
      send: async () => streamOf(own[0]?.batchId),
      status: 200,
      headers: { "content-type": "text/event-stream", "cache-control": "no-cache" },
      after: (_app, { text }) => {
        const events = text
          .trim()
          .split("\n\n")
          .map((event) => event.split("\n"));
        const types = events.map(([type]) => type);
        expect(types).toEqual(["event: result", "event: result", "event: completed"]);
        const data = events.map(([, line]) => JSON.parse(line?.slice("data: ".length) ?? ""));
        expect(data[0]).toMatchObject({ batchId: own[0]?.batchId, scriptBody: "return 1" });
        expect(data[2]).toEqual({ received: 2, expected: 2 });
      },
    },
    "ends at once when no device was online": {
      as: "super",
      settings,
      send: async (app) => {
        await sendProbe(app, ["offline-1"]);
        const { database } = app.deps;
        const [batch] = await database.selectFrom("probe_batches").select("id").execute();
        return streamOf(batch?.id);
      },
      status: 200,
      text: /^event: completed\ndata: \{"received":0,"expected":0\}\n\n$/,
    },
    "hides an administrator's probe from others": {
      as: "admin",
      settings,
      given,
      send: async () => streamOf(foreign[0]?.batchId),
      ...refused(404, "NOT_FOUND"),
    },
    "refuses an unknown id": {
      as: "super",
      settings,
      send: streamOf("none"),
      ...refused(404, "NOT_FOUND"),
    },
    "refuses the 65th stream with a time to retry": {
      as: "super",
      settings,
      send: async (app) => {
        const [sent] = await sendProbe(app, ["device-1"], app.a1);
        const admin = { kind: "admin", role: "super_admin", ...app.a1 } as const;
        const every = () => () => {};
        for (let n = 0; n < 64; n += 1) {
          const stream = await followBatch({ ...app.deps, every }, admin, sent?.batchId ?? "");
          stream.start(createRecordingSink());
        }
        return streamOf(sent?.batchId);
      },
      ...refused(429, "RATE_LIMITED"),
      headers: { "retry-after": "30" },
    },
    "does not start for HEAD": {
      as: "admin",
      settings,
      given,
      send: async () => ["HEAD", `${PATH}/${own[0]?.batchId}/stream`],
      status: 200,
      text: /^$/,
    },
  });
});

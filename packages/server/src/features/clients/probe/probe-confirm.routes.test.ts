import { describe, expect } from "vitest";
import { answerProbe, sendProbe } from "../../../testing/rows/probes.ts";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { probeRoutes } from "./probe.routes.ts";
import { probeSweeper } from "./probe.worker.ts";

const settings = { PROBE_ENABLED: "true" };
const TOKEN = "</script>\u202e'";
const refused = (status: number, code: string) => ({ status, body: { success: false, code } });
const pathOf = (id: string | undefined) => `/api/admin/probe/${id}/confirm`;
const statusOf = async ({ deps }: ScenarioApp) =>
  (await deps.database.selectFrom("probe_requests").select("status").executeTakeFirst())?.status;

/** Confirms a script that, by default, requested a confirmation. */
const confirm =
  (
    deviceIdSuffix: unknown = "ice-1",
    { requested = true, waitMs = 0, aheadMs = 0, sweep = false, deviceId = "device-1" } = {},
  ): Scenario["send"] =>
  async (app) => {
    const [sent] = await sendProbe(app, [deviceId], app.a1);
    const id = sent?.requestId ?? "";
    const confirmRequest = { status: "confirm_required", confirmToken: TOKEN };
    if (requested) await answerProbe(app, id, confirmRequest, deviceId);
    app.clock.advance(waitMs);
    await app.deps.database
      .updateTable("probe_requests")
      .set((row) => ({ confirm_by_ms: row("confirm_by_ms", "+", aheadMs) }))
      .execute();
    if (sweep) await probeSweeper.run(app.deps, new AbortController().signal);
    app.hub.forgetRecorded();
    return ["POST", pathOf(id), { deviceIdSuffix }];
  };
const asSuper = { as: "super", settings } as const;

describe("POST /api/admin/probe/:requestId/confirm", () => {
  scenarios(probeRoutes, {
    "is disabled by default": {
      as: "super",
      send: ["POST", pathOf("x"), { deviceIdSuffix: "ice-1" }],
      ...refused(503, "PROBE_DISABLED"),
    },
    "refuses a learner": {
      as: "learner",
      settings,
      send: ["POST", pathOf("x"), { deviceIdSuffix: "ice-1" }],
      ...refused(401, "AUTH_UNAUTHORIZED"),
    },
    "refuses an ordinary administrator": {
      as: "admin",
      settings,
      send: ["POST", pathOf("x"), { deviceIdSuffix: "ice-1" }],
      ...refused(403, "FORBIDDEN"),
    },
    "lets the device continue, with the device's token": {
      ...asSuper,
      send: confirm(),
      status: 200,
      body: { success: true, data: { confirmed: true } },
      publishes: ["u1/device-1:probe_confirm"],
      after: async (app) => {
        const { deps, clock } = app;
        const row = await deps.database
          .selectFrom("probe_requests")
          .selectAll()
          .executeTakeFirstOrThrow();
        expect(row).toMatchObject({
          status: "pending",
          confirmed_at_ms: clock.nowMs(),
          due_at_ms: clock.nowMs() + 1_000 + 10_000,
        });
        expect(app.hub.recordedEvents()).toEqual([
          { type: "probe_confirm", requestId: row.id, confirmToken: TOKEN },
        ]);
        const result = { confirmToken: TOKEN };
        expect((await answerProbe(app, row.id, result)).status).toBe(200);
        expect(await statusOf(app)).toBe("ok");
      },
    },
    "writes an entry to the audit log": {
      ...asSuper,
      send: confirm(),
      status: 200,
      after: async ({ deps }) => {
        const rows = await deps.database.selectFrom("audit_log").selectAll().execute();
        const [entry] = rows.filter(({ action }) => action === "probe.confirm");
        expect(entry).toMatchObject({ admin_id: "a1", target_type: "probe" });
        expect(JSON.parse(entry?.metadata_json ?? "").deviceId).toBe("device-1");
      },
    },
    "leads to the refusal of results with another token": {
      ...asSuper,
      send: confirm(),
      status: 200,
      after: async (app) => {
        const rows = await app.deps.database.selectFrom("probe_requests").select("id").execute();
        const reply = await answerProbe(app, rows[0]?.id ?? "", { confirmToken: `${TOKEN}x` });
        expect(reply).toMatchObject(refused(403, "FORBIDDEN"));
        expect(await statusOf(app)).toBe("pending");
      },
    },
    "leads to the refusal of a second confirmation request": {
      ...asSuper,
      send: confirm(),
      status: 200,
      after: async (app) => {
        const rows = await app.deps.database.selectFrom("probe_requests").select("id").execute();
        const confirmRequest = { status: "confirm_required", confirmToken: TOKEN };
        const reply = await answerProbe(app, rows[0]?.id ?? "", confirmRequest);
        expect(reply).toMatchObject(refused(409, "PROBE_ALREADY_PENDING_CONFIRM"));
      },
    },
    "accepts a whole device id if it is short": {
      ...asSuper,
      send: confirm("d1", { deviceId: "d1" }),
      status: 200,
    },
    "refuses an unknown request": {
      ...asSuper,
      send: ["POST", pathOf("%3Cb%3E"), { deviceIdSuffix: "ice-1" }],
      ...refused(404, "NOT_FOUND"),
    },
    "refuses a request that needs no confirmation": {
      ...asSuper,
      send: confirm("ice-1", { requested: false }),
      ...refused(404, "NOT_FOUND"),
      publishes: [],
    },
    "refuses a request that was made while the clock was ahead": {
      ...asSuper,
      send: confirm("ice-1", { aheadMs: 86_400_000 }),
      ...refused(400, "PROBE_CONFIRM_EXPIRED"),
    },
    "refuses another device": {
      ...asSuper,
      send: confirm("ice-2"),
      ...refused(400, "PROBE_CONFIRM_SUFFIX_MISMATCH"),
      publishes: [],
      after: async (app) => expect(await statusOf(app)).toBe("confirm_pending"),
    },
    "refuses more or less than the last five characters": {
      ...asSuper,
      send: confirm("device-1"),
      ...refused(400, "PROBE_CONFIRM_SUFFIX_MISMATCH"),
    },
    "refuses an empty suffix": {
      ...asSuper,
      send: confirm(""),
      ...refused(400, "PROBE_CONFIRM_SUFFIX_MISMATCH"),
    },
    "refuses a suffix that is not text": {
      ...asSuper,
      send: confirm(5),
      ...refused(400, "INVALID_REQUEST_BODY"),
    },
    "is accepted until just before a minute has passed": {
      ...asSuper,
      send: confirm("ice-1", { waitMs: 59_999 }),
      status: 200,
    },
    "is refused after a minute": {
      ...asSuper,
      send: confirm("ice-1", { waitMs: 60_000 }),
      ...refused(400, "PROBE_CONFIRM_EXPIRED"),
      publishes: [],
    },
    "is refused once the request has expired": {
      ...asSuper,
      send: confirm("ice-1", { waitMs: 60_000, sweep: true }),
      ...refused(400, "PROBE_CONFIRM_EXPIRED"),
      after: async (app) => expect(await statusOf(app)).toBe("expired"),
    },
    "is refused the second time": {
      ...asSuper,
      send: confirm(),
      twice: true,
      ...refused(400, "PROBE_CONFIRM_EXPIRED"),
      publishes: [],
    },
  });
});

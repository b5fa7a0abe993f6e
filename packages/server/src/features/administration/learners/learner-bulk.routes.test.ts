import { describe, expect } from "vitest";
import { features } from "../../../features.ts";
import { audited, refuses } from "../../../testing/rows/administration.ts";
import { openDeviceStream, registerDevice } from "../../../testing/rows/client-devices.ts";
import { addPlainLearners } from "@wordloom/testing/content/plain-learners";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { usersRoutes } from "../../accounts/users/users.routes.ts";
import { isUsableResetToken } from "../../accounts/auth/auth.service.ts";
import { learnerBulkRoutes } from "./learner-bulk.routes.ts";

const at = "/api/admin/users";
const personalTables = features.flatMap((feature) => feature.personalTables ?? []);
const about = { routes: [learnerBulkRoutes, usersRoutes], personalTables };

const named = (count: number) => Array.from({ length: count }, (_, n) => `x${n}`);
const addNamed = ({ deps }: ScenarioApp, count: number) =>
  addPlainLearners(deps.database, named(count));
const done = (userId: string) => ({ userId, success: true, error: null });
const failed = (userId: string, error: string) => ({ userId, success: false, error });

/** Scenarios about the list of learners, the same for each action. */
function listRules(act: string, max: number, more: object) {
  const send = (userIds: unknown, change: object = {}) =>
    ["POST", `${at}/${act}`, { userIds, ...more, ...change }] as const;
  return {
    "refuses an empty list": refuses(send([]), "BULK_SIZE"),
    "refuses one learner more than allowed": refuses(send(named(max + 1)), "BULK_SIZE"),
    "refuses a list of anything but ids": refuses(send([1]), "INVALID_REQUEST_BODY"),
    "refuses a missing list": refuses(send(undefined), "INVALID_REQUEST_BODY"),
  };
}

describe("POST /api/admin/users/bulk-ban/preview", () => {
  scenarios(about, {
    ...listRules("bulk-ban/preview", 200, {}),
    "sums up what would end, each learner once, and ends nothing": {
      as: "admin",
      given: async (app) => {
        await app.learner();
        await registerDevice(app, "d1", { user_id: "u1" });
        await registerDevice(app, "d2", { user_id: "u2" });
        await registerDevice(app, "d3", { user_id: "u2" });
        openDeviceStream(app, "u2", "d2");
        openDeviceStream(app, "u9", "d9");
      },
      send: ["POST", `${at}/bulk-ban/preview`, { userIds: ["u1", "u2", "u2", "nobody"] }],
      status: 200,
      body: { data: { sessions: 2, openStreams: 1, devices: 3 } },
      publishes: [],
    },
  });
});

describe("POST /api/admin/users/bulk-ban", () => {
  const send = ["POST", `${at}/bulk-ban`, { userIds: ["u2", "nobody", "u1", "u2"], reason: "r" }];

  scenarios(about, {
    ...listRules("bulk-ban", 200, {}),
    "bans each like a single ban, in request order, each once": {
      as: "admin",
      given: async (app) => {
        await app.learner();
        await registerDevice(app, "d1", { user_id: "u1" });
      },
      send: send as ["POST", string, object],
      status: 200,
      publishes: ["u2:banned", "u1:banned"],
      after: async (app, { body, headers }) => {
        const results = [done("u2"), failed("nobody", "NOT_FOUND"), done("u1")];
        expect(body.data).toEqual({ total: 3, succeeded: 2, failed: 1, results });
        const entries = await audited(app);
        expect(entries.map(({ action, target }) => [action, target])).toEqual([
          ["user.ban", "u2"],
          ["user.ban", "u1"],
        ]);
        const bulkIds = new Set(entries.map(({ metadata }) => metadata["bulkId"]));
        expect(bulkIds.size).toBe(1);
        expect([...bulkIds][0]).toEqual(expect.any(String));
        expect(headers["x-audit-id"]).toBe(String(entries[0]?.id));
        const mine = { headers: app.u1.headers };
        expect((await app.send("GET", "/api/users/me", mine)).status).toBe(401);
        const [device] = await app.deps.database.selectFrom("devices").selectAll().execute();
        expect(device?.risk_reason).toBe("user_ban");
      },
    },
    "succeeds for learners who are already banned": {
      as: "admin",
      send: ["POST", `${at}/bulk-ban`, { userIds: ["u1"] }],
      twice: true,
      status: 200,
      publishes: [],
      body: { data: { succeeded: 1, failed: 0, results: [done("u1")] } },
    },
    "replies 200 even when all fail": {
      as: "admin",
      send: ["POST", `${at}/bulk-ban`, { userIds: ["a", "b"] }],
      status: 200,
      body: { data: { total: 2, succeeded: 0, failed: 2 } },
      headers: { "x-audit-id": null },
      after: async (app) => expect(await audited(app)).toEqual([]),
    },
    "bans 200 learners": {
      as: "admin",
      given: (app) => addNamed(app, 200),
      send: ["POST", `${at}/bulk-ban`, { userIds: named(200) }],
      status: 200,
      body: { data: { total: 200, succeeded: 200, failed: 0 } },
      after: async (app) => {
        const banned = await app.deps.database
          .selectFrom("users")
          .select("id")
          .where("is_banned", "=", 1)
          .execute();
        expect(banned).toHaveLength(200);
        expect(await audited(app)).toHaveLength(200);
      },
    },
    "counts duplicates towards the limit": refuses(
      ["POST", `${at}/bulk-ban`, { userIds: Array.from({ length: 201 }, () => "u1") }],
      "BULK_SIZE",
    ),
    "refuses a reason of more than 500 characters": refuses(
      ["POST", `${at}/bulk-ban`, { userIds: ["u1"], reason: "r".repeat(501) }],
      "VALIDATION_ERROR",
    ),
    "lets two administrators concurrently ban and unban the same learners": {
      as: "admin",
      given: async (app) => {
        await addNamed(app, 20);
        const { headers } = app.a1;
        const body = { userIds: named(20) };
        const replies = await Promise.all(
          ["bulk-ban", "bulk-unban", "bulk-ban"].map((act) =>
            app.send("POST", `${at}/${act}`, { headers, body }),
          ),
        );
        expect(replies.map(({ body: reply }) => reply.data.succeeded)).toEqual([20, 20, 20]);
        expect(await audited(app)).toHaveLength(60);
      },
      send: ["POST", `${at}/bulk-ban`, { userIds: named(20) }],
      status: 200,
    },
  });
});

describe("POST /api/admin/users/bulk-unban", () => {
  scenarios(about, {
    ...listRules("bulk-unban", 200, {}),
    "ends the bans of existing learners": {
      as: "admin",
      given: async (app) => {
        await app.learner();
        const body = { userIds: ["u1", "u2"] };
        await app.send("POST", `${at}/bulk-ban`, { headers: app.a1.headers, body });
      },
      send: ["POST", `${at}/bulk-unban`, { userIds: ["u1", "nobody"] }],
      status: 200,
      publishes: ["u1:unbanned"],
      after: async (app, { body }) => {
        expect(body.data.results).toEqual([done("u1"), failed("nobody", "NOT_FOUND")]);
        const { database } = app.deps;
        const banned = database.selectFrom("users").select("id").where("is_banned", "=", 1);
        expect(await banned.execute()).toEqual([{ id: "u2" }]);
      },
    },
  });
});

describe("POST /api/admin/users/bulk-role", () => {
  scenarios(about, {
    ...listRules("bulk-role", 200, { role: "staff" }),
    "changes the label of existing learners": {
      as: "admin",
      send: ["POST", `${at}/bulk-role`, { userIds: ["u1", "nobody"], role: "staff" }],
      status: 200,
      after: async (app, { body }) => {
        expect(body.data.results).toEqual([done("u1"), failed("nobody", "NOT_FOUND")]);
        const [user] = await app.deps.database.selectFrom("users").select("role").execute();
        expect(user).toEqual({ role: "staff" });
        expect(await audited(app)).toMatchObject([{ action: "user.set_role", target: "u1" }]);
      },
    },
    "refuses an unknown role": refuses(
      ["POST", `${at}/bulk-role`, { userIds: ["u1"], role: "admin" }],
      "USER_INVALID_ROLE",
    ),
  });
});

describe("POST /api/admin/users/bulk-reset-password", () => {
  scenarios(about, {
    ...listRules("bulk-reset-password", 200, {}),
    "creates a key for each existing learner": {
      as: "admin",
      given: (app) => app.learner(),
      send: ["POST", `${at}/bulk-reset-password`, { userIds: ["u1", "nobody", "u2"] }],
      status: 200,
      after: async (app, { body }) => {
        const [first, absent, second] = body.data.results;
        expect(absent).toEqual(failed("nobody", "NOT_FOUND"));
        expect(first.resetKey).not.toBe(second.resetKey);
        for (const { resetKey } of [first, second]) {
          expect(await isUsableResetToken(app.deps, resetKey)).toBe(true);
        }
        expect(JSON.stringify(await audited(app))).not.toContain(first.resetKey);
      },
    },
  });
});

describe("POST /api/admin/users/bulk-delete", () => {
  scenarios(about, {
    ...listRules("bulk-delete", 50, { confirm: 1 }),
    "erases each like a single erasure, without names in the audit log": {
      as: "super",
      given: (app) => addNamed(app, 2),
      send: ["POST", `${at}/bulk-delete`, { userIds: ["x0", "u1", "nobody", "x0"], confirm: 3 }],
      status: 200,
      after: async (app, { body }) => {
        const results = [done("x0"), done("u1"), failed("nobody", "NOT_FOUND")];
        expect(body.data).toEqual({ total: 3, succeeded: 2, failed: 1, results });
        const left = await app.deps.database.selectFrom("users").select("id").execute();
        expect(left).toEqual([{ id: "x1" }]);
        const entries = await audited(app);
        expect(entries.map(({ action, target }) => [action, target])).toEqual([
          ["user.delete", null],
          ["user.delete", null],
        ]);
      },
    },
    "refuses a number that is not that of the different learners": {
      ...refuses(
        ["POST", `${at}/bulk-delete`, { userIds: ["u1", "u1"], confirm: 2 }],
        "VALIDATION_ERROR",
      ),
    },
    "refuses a missing number": refuses(
      ["POST", `${at}/bulk-delete`, { userIds: ["u1"] }],
      "INVALID_REQUEST_BODY",
    ),
  });
});

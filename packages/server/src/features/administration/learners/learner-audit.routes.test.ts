import { describe, expect } from "vitest";
import { findsNothing } from "../../../testing/rows/administration.ts";
import { registerDevice } from "../../../testing/rows/client-devices.ts";
import { scenarios } from "../../../testing/app/scenarios.ts";
import { devicesRoutes } from "../../clients/devices/devices.routes.ts";
import { learnersRoutes } from "./learners.routes.ts";
import { learnerReadsRoutes } from "./learner-reads.routes.ts";

const at = "/api/admin/users/u1";

describe("GET /api/admin/users/{id}/audit-log", () => {
  scenarios([learnerReadsRoutes, learnersRoutes, devicesRoutes], {
    "does not find an unknown learner": findsNothing(
      ["GET", "/api/admin/users/nobody/audit-log"],
      "NOT_FOUND",
    ),
    "lists the acts on this account, newest first": {
      as: "admin",
      given: async (app) => {
        await app.learner();
        const { headers } = app.a1;
        await app.send("POST", `${at}/ban`, { headers, body: { reason: "spam" } });
        await app.send("POST", "/api/admin/users/u2/ban", { headers });
        await app.send("POST", `${at}/unban`, { headers });
      },
      send: ["GET", `${at}/audit-log`],
      status: 200,
      after: (_app, { body }) => {
        expect(body.data.entries).toMatchObject([
          { action: "user.unban", targetType: "user", targetId: "u1" },
          {
            action: "user.ban",
            adminId: "a1",
            outcome: "success",
            error: null,
            startedAt: "2026-05-01T12:00:00.000Z",
            metadataJson: { reason: "spam" },
          },
        ]);
      },
    },
    "lists bans of devices from the learner's page, with their reason": {
      as: "admin",
      given: async (app) => {
        await app.learner();
        const { headers } = app.a1;
        for (const [userId, deviceId] of [
          ["u1", "d1"],
          ["u2", "d2"],
        ] as const) {
          await registerDevice(app, deviceId, { user_id: userId });
          const path = `/api/admin/users/${userId}/devices/${deviceId}/ban`;
          await app.send("POST", path, { headers, body: { reason: "bot" } });
        }
        await app.send("POST", `${at}/ban`, { headers });
      },
      send: ["GET", `${at}/audit-log`],
      status: 200,
      after: (_app, { body }) => {
        const target = { targetType: "device", targetId: "d1" };
        expect(body.data.entries).toMatchObject([
          { action: "user.ban" },
          { action: "user.device_ban", ...target, metadataJson: { userId: "u1", reason: "bot" } },
        ]);
        expect(body.data.entries).toHaveLength(2);
      },
    },
    "skips the first ones on request": {
      as: "admin",
      given: async (app) => {
        const { headers } = app.a1;
        await app.send("POST", `${at}/ban`, { headers, body: { reason: "spam" } });
        await app.send("POST", `${at}/unban`, { headers });
      },
      send: ["GET", `${at}/audit-log?offset=1`],
      status: 200,
      after: (_app, { body }) => expect(body.data.entries).toMatchObject([{ action: "user.ban" }]),
    },
  });
});

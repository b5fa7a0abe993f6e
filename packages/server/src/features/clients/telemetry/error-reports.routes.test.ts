import { describe, expect } from "vitest";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { telemetryRoutes } from "./telemetry.routes.ts";

const refused = (status: number, code: string) => ({ status, body: { success: false, code } });

describe("POST /api/telemetry/error", () => {
  const path = "/api/telemetry/error";
  const report = { message: "x is not a function", stack: "at y", url: "/study", userAgent: "U" };
  const received = { status: 200, body: { success: true, data: { received: true } } };
  const thirtyReports = async (app: ScenarioApp) => {
    for (let n = 0; n < 30; n += 1) await app.send("POST", path, { body: report });
  };
  scenarios(telemetryRoutes, {
    "requires no sign-in": {
      send: ["POST", path, { ...report, componentStack: "in App" }],
      ...received,
    },
    "returns nothing else": {
      send: ["POST", path, report],
      ...received,
      after: (_app, reply) => expect(reply.body.data).toEqual({ received: true }),
    },
    "accepts an empty report": { send: ["POST", path], ...received },
    "accepts any characters in a text": {
      send: ["POST", path, '{"message":"\\u0000\\ud800\\u001b[2J","stack":null}'],
      ...received,
    },
    "refuses a message that is not text": {
      send: ["POST", path, { message: 5 }],
      ...refused(400, "INVALID_REQUEST_BODY"),
    },
    "accepts 64 KB": { send: ["POST", path, { message: "m".repeat(64 * 1024 - 14) }], ...received },
    "refuses more than 64 KB": {
      send: ["POST", path, { message: "m".repeat(64 * 1024 - 13) }],
      ...refused(413, "PAYLOAD_TOO_LARGE"),
    },
    "drops the thirty-first report in a minute": {
      given: async (app) => {
        await thirtyReports(app);
        const failing = () => {
          throw new Error("it was logged");
        };
        Object.assign(app.deps.log, { warn: failing });
      },
      send: ["POST", path, report],
      ...received,
      headers: { "ratelimit-remaining": "0" },
    },
    "refuses an invalid report even then": {
      given: thirtyReports,
      send: ["POST", path, { message: 5 }],
      ...refused(400, "INVALID_REQUEST_BODY"),
    },
  });
});

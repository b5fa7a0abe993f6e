import { describe, expect } from "vitest";
import { scenarios, type Scenario } from "../../../testing/app/scenarios.ts";
import { packInstallsRoutes } from "./pack-installs.routes.ts";

const PATH = "/api/telemetry/resource-pack-install";
const install = { packId: "announcements", version: "1.4.0", outcome: "installed" };
const refused = (status: number, code: string) => ({ status, body: { success: false, code } });
const unreadable = refused(400, "INVALID_REQUEST_BODY");
const received = { status: 200, body: { success: true, data: { received: true } } };
const report = (body: object, headers?: Record<string, string>): Pick<Scenario, "as" | "send"> => ({
  as: "learner",
  send: ["POST", PATH, body, headers],
});

/** A report of this size, filled with a field that is not in the contract. */
const padded = (bytes: number) => {
  const { length } = JSON.stringify({ ...install, filler: "" });
  return { ...install, filler: "f".repeat(bytes - length) };
};

describe("POST /api/telemetry/resource-pack-install", () => {
  scenarios(packInstallsRoutes, {
    "stores the outcome of an installation": {
      ...report({ ...install, appVersion: "1.2.3", more: 1 }, { "x-device-id": "d1" }),
      ...received,
      after: async ({ deps, clock }, reply) => {
        expect(reply.body.data).toEqual({ received: true });
        const rows = await deps.database.selectFrom("pack_installs").selectAll().execute();
        expect(rows).toEqual([
          {
            id: expect.any(String),
            user_id: "u1",
            device_id: "d1",
            version: "1.4.0",
            pack_id: "announcements",
            outcome: "installed",
            app_version: "1.2.3",
            created_at_ms: clock.nowMs(),
          },
        ]);
      },
    },
    "requires no device id": {
      ...report(install),
      ...received,
      after: async ({ deps }) => {
        const columns = ["device_id", "app_version"] as const;
        const rows = await deps.database.selectFrom("pack_installs").select(columns).execute();
        expect(rows).toEqual([{ device_id: null, app_version: null }]);
      },
    },
    "refuses an invalid device id": {
      ...report(install, { "x-device-id": "<d>" }),
      ...refused(400, "INVALID_DEVICE_ID"),
    },
    "accepts a failed verification": {
      ...report({ ...install, outcome: "verify_failed" }),
      ...received,
    },
    "accepts a rollback": { ...report({ ...install, outcome: "rollback" }), ...received },
    "accepts a failed download": {
      ...report({ ...install, outcome: "download_failed" }),
      ...received,
    },
    "accepts a failed application": {
      ...report({ ...install, outcome: "apply_failed" }),
      ...received,
    },
    "refuses another outcome": { ...report({ ...install, outcome: "lost" }), ...unreadable },
    "refuses a missing outcome": { ...report({ packId: "p", version: "1" }), ...unreadable },
    "refuses a blank pack": { ...report({ ...install, packId: " " }), ...unreadable },
    "accepts a pack of 128 characters and a version of 64": {
      ...report({ ...install, packId: "p".repeat(128), version: "<".repeat(64) }),
      ...received,
    },
    "refuses a pack of 129 characters": {
      ...report({ ...install, packId: "p".repeat(129) }),
      ...unreadable,
    },
    "refuses a version of 65 characters": {
      ...report({ ...install, version: "1".repeat(65) }),
      ...unreadable,
    },
    "accepts a body of 64 KB": { ...report(padded(64 * 1024)), ...received },
    "refuses a body of one byte more": {
      ...report(padded(64 * 1024 + 1)),
      ...refused(413, "PAYLOAD_TOO_LARGE"),
    },
    "refuses NUL": {
      ...report({ ...install, version: "\u0000" }),
      ...unreadable,
    },
    "does not count towards the telemetry rate limit": {
      settings: { RATE_LIMIT_TELEMETRY_MAX: "1" },
      ...report(install),
      twice: true,
      ...received,
      headers: { "ratelimit-limit": "600" },
    },
  });
});

import { describe, expect } from "vitest";
import { createLog } from "../../../platform/observability/create-log.ts";
import { scenarios, type Scenario } from "../../../testing/app/scenarios.ts";
import { testSettings } from "@wordloom/testing/service/test-settings";
import { notifyAdmins } from "../../accounts/admin-notices/admin-notices.service.ts";
import { monitoringFeature } from "./monitoring.feature.ts";

const at = "/api/admin/monitoring";
const HOUR_MS = 3_600_000;

describe("the limit of GET /api/admin/monitoring/logs", () => {
  /** Of 5001 lines, of which the log keeps 5000. */
  const shows = (query: string, count: number): Scenario => ({
    as: "admin",
    send: ["GET", `${at}/logs${query}`],
    status: 200,
    given: ({ clock, deps }) => {
      const settings = testSettings({ LOG_LEVEL: "debug" });
      const log = createLog(settings, clock, { write: () => {} }, deps.logLines);
      for (let n = 1; n <= 5_001; n += 1) log.info({}, `line ${n}`);
    },
    after: (_app, { body }) => {
      expect(body.data.logs).toHaveLength(count);
      expect(body.data.logs[0].message).toBe("line 5001");
    },
  });
  scenarios(monitoringFeature, {
    "shows 200 lines by default": shows("", 200),
    "shows at least one line": shows("?limit=0", 1),
    "shows 5000 lines at most": shows("?limit=5001", 5_000),
  });
});

describe("the hours of GET /api/admin/monitoring/events", () => {
  /** Notices that are this many hours old. */
  const asked = (query: string, hours: readonly number[], found: readonly string[]): Scenario => ({
    as: "admin",
    send: ["GET", `${at}/events${query}`],
    status: 200,
    given: async ({ clock, deps }) => {
      const notice = { kind: "incident", severity: "error", code: "update_failed" } as const;
      for (const ago of hours) {
        const subject = `${ago} hours ago`;
        const args = { version: subject, error: "" };
        const then = { ...clock, nowMs: () => clock.nowMs() - ago * HOUR_MS };
        await notifyAdmins({ ...deps, clock: then }, { ...notice, subject, args });
      }
    },
    after: (_app, { body }) =>
      expect(
        body.data.events.map(({ args }: { args: { version: string } }) => args.version),
      ).toEqual(found),
  });
  scenarios(monitoringFeature, {
    "are 24 by default": asked("", [25, 23], ["23 hours ago"]),
    "are 720 at most": asked("?hours=721", [720.5, 719.5], ["719.5 hours ago"]),
  });
});

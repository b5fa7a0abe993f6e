import { describe, expect } from "vitest";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { learnerReadsRoutes } from "./learner-reads.routes.ts";

const at = "/api/admin/users/u1";
/** More than any of the lists shows. */
const STORED = 205;

const numbered = <T>(row: (n: number) => T): T[] =>
  Array.from({ length: STORED }, (_, n) => row(n));

/** Scenarios about the limit of one list: the default and the maximum. */
function limitRows(
  part: string,
  name: string,
  fallback: number,
  given: (app: ScenarioApp) => Promise<unknown>,
): Record<string, Scenario> {
  const shows = (query: string, count: number): Scenario => ({
    as: "admin",
    given,
    send: ["GET", `${at}/${part}${query}`],
    status: 200,
    after: (_app, { body }) => expect(body.data[name]).toHaveLength(count),
  });
  return {
    [`shows ${fallback} by default`]: shows("", fallback),
    "shows at least one": shows("?limit=0", 1),
    "shows at most 200": shows("?limit=201", 200),
  };
}

describe("the limit of GET /api/admin/users/{id}/sessions", () => {
  const given = ({ deps }: ScenarioApp) => {
    const session = { user_id: "u1", status: "completed", target_mastery_count: 1 } as const;
    const times = { last_event_at_ms: 1, updated_at_ms: 1, completed_at_ms: null };
    const none = { summary_json: null, long_gaps_json: null };
    const rows = numbered((n) => ({
      ...session,
      ...times,
      ...none,
      id: `s${n}`,
      created_at_ms: n,
    }));
    return deps.database.insertInto("learning_sessions").values(rows).execute();
  };
  scenarios(learnerReadsRoutes, limitRows("sessions", "sessions", 20, given));
});

describe("the limit of GET /api/admin/users/{id}/audit-log", () => {
  const given = ({ deps }: ScenarioApp) => {
    const entry = { action: "user.ban", target_type: "user", target_id: "u1" } as const;
    const rows = numbered((n) => ({
      ...entry,
      metadata_json: "{}",
      outcome: "success" as const,
      started_at_ms: n,
    }));
    return deps.database.insertInto("audit_log").values(rows).execute();
  };
  scenarios(learnerReadsRoutes, limitRows("audit-log", "entries", 50, given));
});

describe("the limit of GET /api/admin/users/{id}/activity-log", () => {
  const given = ({ deps }: ScenarioApp) => {
    const entry = { user_id: "u1", action: "login", detail_json: "{}", ip: null } as const;
    const rows = numbered((n) => ({ ...entry, created_at_ms: n }));
    return deps.database.insertInto("activity_log").values(rows).execute();
  };
  scenarios(learnerReadsRoutes, limitRows("activity-log", "entries", 50, given));
});

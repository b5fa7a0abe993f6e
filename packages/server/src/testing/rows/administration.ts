import { expect } from "vitest";
import type { Scenario, ScenarioApp } from "../app/scenarios.ts";

// Rows name the code they expect, so that the page of interface coverage finds it.

/** Row: the subject of the request does not exist; nothing is audited. */
export function findsNothing(
  send: Scenario["send"],
  code: "NOT_FOUND",
  as: "admin" | "super" = "admin",
): Scenario {
  return {
    as,
    send,
    status: 404,
    body: { code },
    after: async (app) => expect(await audited(app)).toEqual([]),
  };
}

/** Row: the request is refused with 400 and this code; nothing is audited. */
export function refuses(send: Scenario["send"], code: string): Scenario {
  return {
    as: "super",
    send,
    status: 400,
    body: { code },
    after: async (app) => expect(await audited(app)).toEqual([]),
  };
}

/** Changes columns of a learner's account. */
export async function setUser({ deps }: ScenarioApp, id: string, columns: object): Promise<void> {
  await deps.database.updateTable("users").set(columns).where("id", "=", id).execute();
}

/** The audit log, oldest entry first. */
export async function audited({ deps }: Pick<ScenarioApp, "deps">) {
  const rows = await deps.database.selectFrom("audit_log").selectAll().orderBy("id").execute();
  return rows.map((row) => ({
    id: row.id,
    by: row.admin_id,
    action: row.action,
    target: row.target_id,
    metadata: JSON.parse(row.metadata_json) as Record<string, unknown>,
  }));
}

/** Address and session of whoever made each entry. */
export async function auditedOrigins({ deps }: Pick<ScenarioApp, "deps">) {
  const rows = await deps.database.selectFrom("audit_log").selectAll().orderBy("id").execute();
  return rows.map((row) => ({ ip: row.ip, session: row.session_id }));
}

/** The states before and after each entry's act; null if the entry has none. */
export async function auditedStates({ deps }: Pick<ScenarioApp, "deps">) {
  const rows = await deps.database.selectFrom("audit_log").selectAll().orderBy("id").execute();
  const parse = (json: string | null): unknown => (json === null ? null : JSON.parse(json));
  return rows.map((row) => ({ before: parse(row.before_json), after: parse(row.after_json) }));
}

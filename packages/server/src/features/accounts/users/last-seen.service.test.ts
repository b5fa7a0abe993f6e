import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { buildTestApp, onlyFeature, type TestApp } from "@wordloom/testing/service/build-test-app";
import { closeCleanDatabase } from "@wordloom/testing/databases/database-cleaner";
import { addPlainLearners } from "@wordloom/testing/content/plain-learners";
import { recordStatements } from "../../../testing/app/recorded-statements.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { flushLastSeen, noteSeen } from "./last-seen.service.ts";
import { usersFeature } from "./users.feature.ts";

const MINUTE_MS = 60_000;

let app: TestApp;
beforeEach(async () => {
  app = await buildTestApp({ features: onlyFeature(usersFeature) });
});
afterEach(() => app.close());
afterAll(closeCleanDatabase);

/** Minutes since the test began, by learner; null: never seen. */
async function seen(): Promise<Record<string, number | null>> {
  const rows = await app.deps.database.selectFrom("users").selectAll().orderBy("id").execute();
  const minutes = (atMs: number | null) =>
    atMs === null ? null : (atMs - Date.parse("2026-05-01T12:00:00.000Z")) / MINUTE_MS;
  return Object.fromEntries(rows.map((row) => [row.id, minutes(row.last_seen_at_ms)]));
}

/** The database, with transactions that fail while `fails` returns true. */
function failing(database: Database, fails: () => boolean): Database {
  return new Proxy(database, {
    get(target, name) {
      if (name === "transaction" && fails()) throw new Error("no database");
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

describe("a learner's last-seen time", () => {
  it("is stored after a request, by the worker", async () => {
    const { headers } = await app.learner();
    await app.learner();
    await app.send("GET", "/api/users/me", { headers });
    expect(await seen()).toEqual({ u1: null, u2: null });
    expect(await app.jobs.runNow("last_seen_flush")).toBe("ok");
    expect(await seen()).toEqual({ u1: 0, u2: null });
  });

  it("does not count a request that was refused", async () => {
    const { headers } = await app.learner();
    await app.deps.database.deleteFrom("sessions").execute();
    await app.send("GET", "/api/users/me", { headers });
    await flushLastSeen(app.deps);
    expect(await seen()).toEqual({ u1: null });
  });

  it("is stored at most every forty seconds, so it never lags by a minute", async () => {
    const { id } = await app.learner();
    const noted: (number | null | undefined)[] = [];
    for (const seconds of [0, 39.999, 0.001, 39.999]) {
      app.clock.advance(seconds * 1_000);
      noteSeen(app.deps, id);
      await flushLastSeen(app.deps);
      noted.push((await seen())[id]);
    }
    expect(noted).toEqual([0, 0, 40_000 / MINUTE_MS, 40_000 / MINUTE_MS]);
  });

  it("writes nothing when nobody was seen", async () => {
    const { database, take } = recordStatements(app.deps.database);
    await flushLastSeen({ ...app.deps, database });
    expect(take()).toEqual([]);
  });

  it("never moves back, and tolerates deleted accounts", async () => {
    const { id } = await app.learner();
    await app.deps.database.updateTable("users").set({ last_seen_at_ms: 9e12 }).execute();
    noteSeen(app.deps, id);
    noteSeen(app.deps, "gone");
    await flushLastSeen(app.deps);
    const [row] = await app.deps.database.selectFrom("users").selectAll().execute();
    expect(row?.last_seen_at_ms).toBe(9e12);
  });

  it("is stored later if it cannot be stored now", async () => {
    const { id } = await app.learner();
    let fails = true;
    const needs = { ...app.deps, database: failing(app.deps.database, () => fails) };
    noteSeen(needs, id);
    await expect(flushLastSeen(needs)).rejects.toThrow("no database");
    fails = false;
    await flushLastSeen(needs);
    expect(await seen()).toEqual({ u1: 0 });
  });

  it("stores many learners at once", async () => {
    const ids = Array.from({ length: 2_500 }, (_, n) => `x${n}`);
    for (let from = 0; from < ids.length; from += 500) {
      await addPlainLearners(app.deps.database, ids.slice(from, from + 500));
    }
    for (const id of ids) noteSeen(app.deps, id);
    await flushLastSeen(app.deps);
    expect(new Set(Object.values(await seen()))).toEqual(new Set([0]));
  });
});

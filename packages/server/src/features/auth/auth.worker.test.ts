import { afterEach, describe, expect, it } from "vitest";
import type { Deps } from "../../deps.ts";
import { openTestDatabase } from "../../testing/test-database.ts";
import { passwordResetCleanup, sessionCleanup } from "./auth.worker.ts";

const NOW_MS = 10_000;
const signal = new AbortController().signal;
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function setUp() {
  const { database, close } = await openTestDatabase();
  closing.push(close);
  const clock = { nowMs: () => NOW_MS, monotonicMs: () => NOW_MS };
  return { database, clock, log: { debug: () => {} } } as unknown as Deps;
}

describe("session_cleanup", () => {
  it("removes sign-ins that are over and no others", async () => {
    const deps = await setUp();
    for (const [id, expiresAtMs] of [["past", 9_999], ["now", NOW_MS], ["live", 10_001]] as const) {
      await deps.database
        .insertInto("sessions")
        .values({
          id,
          kind: "learner",
          account_id: "u1",
          created_at_ms: 0,
          expires_at_ms: expiresAtMs,
        })
        .execute();
    }
    await sessionCleanup.run(deps, signal);
    const left = await deps.database.selectFrom("sessions").select("id").execute();
    expect(left).toEqual([{ id: "live" }]);
  });
});

describe("password_reset_cleanup", () => {
  it("removes tokens that were used or have expired and no others", async () => {
    const deps = await setUp();
    const rows = [
      ["expired", NOW_MS, null],
      ["used", 10_001, 5_000],
      ["good", 10_001, null],
    ] as const;
    for (const [hash, expiresAtMs, usedAtMs] of rows) {
      await deps.database
        .insertInto("password_resets")
        .values({
          token_hash: hash,
          user_id: "u1",
          made_by: "learner",
          created_at_ms: 0,
          expires_at_ms: expiresAtMs,
          used_at_ms: usedAtMs,
        })
        .execute();
    }
    await passwordResetCleanup.run(deps, signal);
    const left = await deps.database.selectFrom("password_resets").select("token_hash").execute();
    expect(left).toEqual([{ token_hash: "good" }]);
  });
});

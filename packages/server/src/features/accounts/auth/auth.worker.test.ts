import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { createSessions } from "../../../platform/identity/sessions.ts";
import { partialDeps } from "../../../testing/app/partial-deps.ts";
import { openTestDatabase } from "@wordloom/testing/databases/test-database";
import { passwordResetCleanup, sessionCleanup } from "./auth.worker.ts";

const NOW_MS = 10_000;
const signal = new AbortController().signal;
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function setUp() {
  const { database, close } = await openTestDatabase();
  const directory = await mkdtemp(join(tmpdir(), "wordloom-"));
  closing.push(close, () => rm(directory, { recursive: true }));
  const clock = { nowMs: () => NOW_MS, monotonicMs: () => NOW_MS };
  const ids = { next: () => "id", secret: () => "secret" };
  const deps = partialDeps({
    database,
    clock,
    log: { debug: () => {} },
    settings: { DATA_DIR: directory },
    sessions: createSessions({ database, clock, ids }),
  });
  return { deps, tokenFile: join(directory, "reset-tokens.log") };
}

describe("session_cleanup", () => {
  it("removes expired sign-ins and no others", async () => {
    const { deps } = await setUp();
    for (const [id, expiresAtMs] of [
      ["past", 9_999],
      ["now", NOW_MS],
      ["live", 10_001],
    ] as const) {
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
  it("removes used and expired tokens from the table and the file", async () => {
    const { deps, tokenFile } = await setUp();
    const rows = [
      ["expired", NOW_MS, null],
      ["used", 10_001, 5_000],
      ["good", 10_001, null],
    ] as const;
    for (const [token, expiresAtMs, usedAtMs] of rows) {
      await deps.database
        .insertInto("password_resets")
        .values({
          token_hash: createHash("sha256").update(token).digest("base64url"),
          user_id: "u1",
          made_by: "learner",
          created_at_ms: 0,
          expires_at_ms: expiresAtMs,
          used_at_ms: usedAtMs,
        })
        .execute();
    }
    const createdAt = new Date(0).toISOString();
    const lines = rows.map(([token]) => JSON.stringify({ token, createdAt }));
    await writeFile(tokenFile, `${lines.join("\n")}\n`);

    await passwordResetCleanup.run(deps, signal);
    expect(await deps.database.selectFrom("password_resets").selectAll().execute()).toHaveLength(1);
    expect(await readFile(tokenFile, "utf8")).toBe(`{"token":"good","createdAt":"${createdAt}"}\n`);
  });
});

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Tables } from "../platform/database/tables.ts";
import { randomIds } from "../platform/ids.ts";
import { silentLog } from "../platform/log.ts";
import type { Passwords } from "../platform/passwords.ts";
import { createSessions } from "../platform/sessions/sessions.ts";
import { testSettings } from "../platform/settings.ts";
import { createTokens } from "../platform/tokens.ts";
import { openTestDatabase, type TestDatabase } from "./test-database.ts";

/** Compares as the real one does, without its work of 15 ms a password. */
const quickPasswords: Passwords = {
  hash: async (password) => `quick:${password}`,
  verify: async (hash, password) => hash === `quick:${password}`,
};

const MIDDAY_MS = Date.parse("2026-05-01T12:00:00Z");

/** What tests about accounts write into. */
const TABLES: readonly (keyof Tables)[] = [
  "users",
  "admins",
  "first_admin",
  "sessions",
  "password_resets",
  "audit_log",
  "system_settings",
];

// One database for a whole test file, emptied after every test: on PostgreSQL a new one takes longer
// than the test.
let shared: Promise<TestDatabase> | undefined;

/** To be called by every test file that opens account needs: `afterAll(closeAccountDatabase)`. */
export async function closeAccountDatabase(): Promise<void> {
  const open = await shared;
  shared = undefined;
  await open?.close();
}

/** What services about accounts ask for, on an empty database and a directory of their own. */
export async function openAccountNeeds(overrides: Record<string, string> = {}) {
  shared ??= openTestDatabase();
  // A new handle, so that what is cached per app is not taken over from the test before.
  const database = (await shared).database.withoutPlugins();
  const directory = mkdtempSync(join(tmpdir(), "wordloom-accounts-"));
  const settings = testSettings({ DATA_DIR: directory, ...overrides });
  const time = { nowMs: MIDDAY_MS };
  const clock = { nowMs: () => time.nowMs, monotonicMs: () => time.nowMs };
  const base = { settings, database, clock, ids: randomIds, log: silentLog };
  return {
    ...base,
    passwords: quickPasswords,
    sessions: createSessions(base),
    tokens: createTokens(settings, randomIds),
    /** Lets time pass. */
    wait: (ms: number) => void (time.nowMs += ms),
    async close() {
      for (const table of TABLES) await database.deleteFrom(table).execute();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

export type AccountNeeds = Awaited<ReturnType<typeof openAccountNeeds>>;

import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { memoryFolder } from "@wordloom/testing/service/memory-folder";
import { apiKeysIn } from "../../features/accounts/api-keys/api-keys.service.ts";
import { adminRolesIn } from "../../features/accounts/admin-auth/admin-auth.service.ts";
import { randomIds } from "../../platform/basics/ids.ts";
import { silentLog } from "../../platform/observability/log.ts";
import { createSessions } from "../../platform/identity/sessions.ts";
import { testSettings } from "@wordloom/testing/service/test-settings";
import { createTokens } from "../../platform/identity/tokens.ts";
import { openCleanDatabase } from "@wordloom/testing/databases/database-cleaner";
import { idleJobs } from "./idle-jobs.ts";
import { partialDeps } from "./partial-deps.ts";
import { quickPasswords } from "@wordloom/testing/service/quick-passwords";
import { createTestClock } from "@wordloom/testing/service/test-clock";

/** The dependencies of account services, with an empty database and a temporary directory. */
export async function openAccountNeeds(overrides: Record<string, string> = {}) {
  const database = await openCleanDatabase();
  const directory = mkdtempSync(join(memoryFolder(), "wordloom-accounts-"));
  const settings = testSettings({ DATA_DIR: directory, ...overrides });
  const clock = createTestClock();
  const base = { settings, database, clock, ids: randomIds, log: silentLog };
  return {
    ...base,
    passwords: quickPasswords,
    sessions: createSessions(base),
    adminRoleOf: adminRolesIn(database),
    apiKeys: apiKeysIn(base),
    events: partialDeps({ events: { toAdmins: () => {} } }).events,
    tokens: createTokens(settings, randomIds),
    jobs: idleJobs,
    wait: (ms: number) => clock.advance(ms),
    close: () => rmSync(directory, { recursive: true, force: true }),
  };
}

export type AccountNeeds = Awaited<ReturnType<typeof openAccountNeeds>>;

import { storeWords } from "@wordloom/server/features/library/words/word-store.service";
import { systemClock } from "@wordloom/server/platform/time/clock";
import { openDatabase } from "@wordloom/server/platform/database/connection";
import { migrate } from "@wordloom/server/platform/database/migrate";
import type { Database } from "@wordloom/server/platform/database/tables";
import { randomIds } from "@wordloom/server/platform/basics/ids";
import { createSessions } from "@wordloom/server/platform/identity/sessions";
import { testSettings } from "../service/test-settings.ts";
import { createTokens } from "@wordloom/server/platform/identity/tokens";
import { addAdmin, addLearner, type TestAccount } from "../content/accounts.ts";
import { quickPasswords } from "../service/quick-passwords.ts";
import { createTestAddress } from "../databases/test-database.ts";

/** Learners and words in a database for a server process, and a handle to that database. */
export interface ServerFixture {
  readonly learners: readonly TestAccount[];
  /** A super administrator. */
  readonly admin: TestAccount;
  readonly wordIds: readonly string[];
  /** A second handle to the server's database. */
  readonly database: Database;
  /** Settings with which the server process accepts these learners' tokens. */
  readonly settings: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** @param url  URL of the database; default: a temporary one of the test run */
export async function createServerFixture(size: {
  readonly learners: number;
  readonly words: number;
  readonly url?: string;
}): Promise<ServerFixture> {
  const address = size.url === undefined ? await createTestAddress() : keptAt(size.url);
  const database = await openDatabase(address.url, { busyTimeoutMs: 10_000, poolSize: 2 });
  await migrate(database, systemClock);
  const { JWT_SECRET, REFRESH_JWT_SECRET, ADMIN_JWT_SECRET } = testSettings();
  return {
    ...(await signUp(database, size.learners)),
    wordIds: await addWords(database, size.words),
    database,
    settings: {
      DATABASE_URL: address.url,
      JWT_SECRET,
      REFRESH_JWT_SECRET,
      ADMIN_JWT_SECRET,
      RATE_LIMIT_AUTHENTICATED_MAX: "100000000",
    },
    async close() {
      await database.destroy();
      await address.remove();
    },
  };
}

function keptAt(url: string) {
  return { url, remove: async () => undefined };
}

async function signUp(database: Database, count: number) {
  const base = { database, clock: systemClock, ids: randomIds };
  const tokens = createTokens(testSettings(), randomIds);
  const needs = { ...base, tokens, sessions: createSessions(base), passwords: quickPasswords };
  const learners: TestAccount[] = [];
  for (let n = 1; n <= count; n += 1) learners.push(await addLearner(needs, `u${n}`));
  return { learners, admin: await addAdmin(needs, "admin", "super_admin") };
}

async function addWords(database: Database, count: number): Promise<string[]> {
  const drafts = Array.from({ length: count }, (_, n) => ({
    id: `word-${n}`,
    text: `text ${n}`,
    meaning: `meaning ${n}`,
  }));
  const needs = { clock: systemClock, ids: randomIds };
  await database.transaction().execute((tx) => storeWords(needs, tx, drafts));
  return drafts.map(({ id }) => id);
}

import type { TestProjectConfiguration } from "vitest/config";
import { findPostgres } from "./postgres-binaries.ts";
import { findRedis } from "./redis-server.ts";

/** Which files a project runs. */
interface TestFiles {
  readonly include: string[];
  readonly exclude?: string[];
}

/**
 * Tests of the server: once on SQLite, and once on PostgreSQL where there is one.
 *
 * @throws Error in CI, where none may be missing
 */
export function onBothDatabases(
  onSqlite: TestFiles,
  onPostgres: TestFiles = onSqlite,
): TestProjectConfiguration[] {
  requireNeighbors();
  const sqlite = { ...onSqlite, name: "sqlite", env: { TEST_DATABASE: "sqlite" } };
  const postgres = {
    ...onPostgres,
    name: "postgres",
    env: { TEST_DATABASE: "postgres" },
    globalSetup: ["packages/testing/src/databases/global-setup.ts"],
  };
  const tests = findPostgres(process.env) === undefined ? [sqlite] : [sqlite, postgres];
  return tests.map((test) => ({ extends: true, test }));
}

function requireNeighbors(): void {
  const { CI, WORDLOOM_CI_WITHOUT_REDIS: withoutRedis } = process.env;
  const missing = [];
  if (findPostgres(process.env) === undefined)
    missing.push("NO POSTGRESQL TO TEST WITH: those tests are skipped. Set TEST_DATABASE_URL.");
  if (findRedis(process.env) === undefined && !withoutRedis)
    missing.push("NO REDIS TO TEST WITH: several processes are not tested. Install redis-server.");
  if (CI && missing.length > 0) throw new Error(missing.join("\n"));
  for (const notice of missing) console.warn(`\n*** ${notice} ***\n`);
}

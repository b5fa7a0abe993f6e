import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { memoryFolder } from "@wordloom/testing/service/memory-folder";
import {
  copyOfAddress,
  createTestAddress,
  testOptions,
  type TestAddress,
} from "@wordloom/testing/databases/test-database";
import { systemClock } from "../../time/clock.ts";
import { openDatabase } from "../connection.ts";
import { migrate, migrationStatus } from "../migrate.ts";
import { migrations } from "../migrations/index.ts";
import type { Database } from "../tables.ts";
import { migrateSafely } from "./migrate-safely.ts";
import { verifyBackup } from "./verify-backup.ts";

let folder: string;
let address: TestAddress;
let database: Database;
async function begin(made: TestAddress): Promise<void> {
  folder = mkdtempSync(join(memoryFolder(), "wordloom-migrate-"));
  address = made;
  database = await openDatabase(address.url, { ...testOptions, poolSize: 1 });
}
afterEach(async () => {
  await database.destroy();
  await address.remove();
  rmSync(folder, { recursive: true });
});

const place = (settings: object = {}) => ({
  DATABASE_URL: address.url,
  DATA_DIR: folder,
  BACKUP_DIR: join(folder, "backups"),
  BACKUP_BEFORE_MIGRATION: true,
  SQLITE_BUSY_TIMEOUT_MS: 1_000,
  ...settings,
});

/** As left by a release before the last two migrations. */
let former: TestAddress;
beforeAll(async () => {
  former = await createTestAddress();
  const opened = await openDatabase(former.url, testOptions);
  await migrate(opened, systemClock, { steps: migrations.slice(0, -2) });
  await opened.destroy();
});
afterAll(() => former.remove());

const made: string[] = [];
const run = (settings?: object) => {
  made.length = 0;
  return migrateSafely(database, place(settings), systemClock, (name) => made.push(name));
};

describe("migrateSafely", () => {
  it("makes a backup that can be restored before the schema changes", async () => {
    await begin(await copyOfAddress(former));
    expect((await run()).applied).toHaveLength(2);
    const [name = ""] = made;
    expect(name).toMatch(/^backup-pre-migration-\d{8}-\d{6}\.(db|dump)$/);
    const checks = await verifyBackup(join(folder, "backups", name));
    expect(checks.filter(({ ok }) => !ok)).toEqual([]);
    const schema = Number.parseInt(migrations.at(-3)?.name ?? "", 10);
    expect(checks.find((check) => check.name === "schema")?.detail).toMatch(`${schema}; `);
  });

  it("makes no backup of a new database, or if there is nothing to do", async () => {
    await begin(await createTestAddress());
    await run();
    expect(made).toEqual([]);
    expect(await run()).toEqual({ applied: [] });
    expect(made).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("changes nothing if the backup fails, and suggests what to do", async () => {
    await begin(await copyOfAddress(former));
    writeFileSync(join(folder, "backups"), "no folder");
    await expect(run()).rejects.toThrow(/nothing was changed.*BACKUP_BEFORE_MIGRATION=false/);
    expect((await migrationStatus(database)).pending).toHaveLength(2);
  });

  it("makes no backup if the operator has disabled it", async () => {
    await begin(await copyOfAddress(former));
    expect((await run({ BACKUP_BEFORE_MIGRATION: false })).applied).toHaveLength(2);
    expect(made).toEqual([]);
  });
});

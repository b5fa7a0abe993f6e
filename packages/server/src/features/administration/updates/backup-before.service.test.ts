import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { thisInstallation } from "../../../platform/release/installation.ts";
import type { UpdateJournal } from "../../../platform/release/update-journal.ts";
import { openDatabase } from "../../../platform/database/connection.ts";
import { migrate } from "../../../platform/database/migrate.ts";
import { verifyBackup } from "../../../platform/database/backup/verify-backup.ts";
import { systemClock } from "../../../platform/time/clock.ts";
import { partialDeps } from "../../../testing/partial-deps.ts";
import { createTestAddress, testDialect, testOptions } from "../../../testing/test-database.ts";
import { memoryFolder } from "../../../testing/memory-folder.ts";
import { testSettings } from "../../../testing/test-settings.ts";
import { backUpBefore } from "./backup-before.service.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(memoryFolder(), "wordloom-backup-"));
  mkdirSync(join(folder, "backups"));
  const database = new DatabaseSync(join(folder, "learning.db"));
  database.exec("create table words (text); insert into words values ('ship')");
  database.close();
});
afterEach(() => rmSync(folder, { recursive: true }));

const watch = {
  signal: new AbortController().signal,
  progress: () => undefined,
  stop: () => undefined,
};
const startedAtMs = Date.parse("2026-05-01T12:34:56Z");

function backUp(action: UpdateJournal["action"], fromVersion = "v1.3.0"): Promise<void> {
  const settings = testSettings({
    DATA_DIR: folder,
    DATABASE_URL: `sqlite:${join(folder, "learning.db")}`,
  });
  const needs = partialDeps({ clock: systemClock, installation: thisInstallation(), settings });
  return backUpBefore(needs, { action, fromVersion, startedAtMs } as UpdateJournal, watch);
}

describe("backUpBefore", () => {
  it("makes a copy that can be opened, for its owner only", async () => {
    await backUp("self_update");
    const path = join(folder, "learning-v1.3.0.backup.db");
    const copy = new DatabaseSync(path, { readOnly: true });
    expect(copy.prepare("select text from words").all()).toMatchObject([{ text: "ship" }]);
    copy.close();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).filter((name) => name.endsWith(".part"))).toEqual([]);
  });

  it("keeps three, and replaces that of the same version", async () => {
    for (const minor of [1, 2, 10, 3, 3]) await backUp("self_update", `v1.${minor}.0`);
    expect(readdirSync(folder).filter((name) => name.includes("backup.db"))).toEqual([
      ...["learning-v1.10.0.backup.db", "learning-v1.2.0.backup.db", "learning-v1.3.0.backup.db"],
    ]);
  });

  it("keeps every copy before a rollback", async () => {
    await backUp("rollback");
    expect(readdirSync(join(folder, "backups"))).toEqual([
      "backup-pre-rollback-20260501-123456.db",
    ]);
  });

  it("fails when the database cannot be read, and leaves nothing", async () => {
    writeFileSync(join(folder, "learning.db"), "x".repeat(8_192));
    await expect(backUp("self_update")).rejects.toMatchObject({ failure: "BackupFailed" });
    expect(readdirSync(folder).filter((name) => name.includes("backup."))).toEqual([]);
  });

  it.runIf(testDialect === "postgres")(
    "dumps a PostgreSQL database, and reads the dump",
    async () => {
      const { url, remove } = await createTestAddress();
      const database = await openDatabase(url, testOptions);
      try {
        await migrate(database, systemClock);
        const settings = testSettings({ DATA_DIR: folder, DATABASE_URL: url });
        const needs = { clock: systemClock, database, installation: thisInstallation(), settings };
        const journal = { action: "self_update", fromVersion: "v1.3.0", startedAtMs };
        await backUpBefore(needs, journal as UpdateJournal, watch);
        const [dump = ""] = readdirSync(settings.BACKUP_DIR).filter((name) =>
          name.endsWith(".dump"),
        );
        expect(dump).toMatch(/^backup-upgrade-/);
        const checks = await verifyBackup(join(settings.BACKUP_DIR, dump));
        expect(checks.filter(({ ok }) => !ok)).toEqual([]);
      } finally {
        await database.destroy();
        await remove();
      }
    },
  );
});

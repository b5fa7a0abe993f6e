import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { verifyBackup } from "../../../platform/database/backup/verify-backup.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { thisInstallation } from "../../../platform/release/installation.ts";
import type { UpdateJournal } from "../../../platform/release/update-journal.ts";
import { systemClock } from "../../../platform/time/clock.ts";
import {
  openAddressedDatabase,
  type AddressedDatabase,
} from "../../../testing/app/addressed-database.ts";
import { memoryFolder } from "@wordloom/testing/service/memory-folder";
import { testDialect } from "@wordloom/testing/databases/test-database";
import { testSettings } from "@wordloom/testing/service/test-settings";
import { backUpBefore } from "./backup-before.service.ts";

let place: AddressedDatabase;
let database: Database;
let folder: string;
beforeAll(async () => void (place = await openAddressedDatabase()));
beforeEach(async () => {
  database = await place.cleaned();
  folder = mkdtempSync(join(memoryFolder(), "wordloom-backup-"));
});
afterEach(() => rmSync(folder, { recursive: true }));
afterAll(() => place.close());

const watch = {
  signal: new AbortController().signal,
  progress: () => undefined,
  stop: () => undefined,
};
const FIRST_MS = Date.parse("2026-05-01T12:34:56Z");
const ending = testDialect === "sqlite" ? "db" : "dump";

function backUp(
  action: UpdateJournal["action"],
  { fromVersion = "v1.3.0", startedAtMs = FIRST_MS, url = place.url } = {},
): Promise<void> {
  const settings = testSettings({ DATA_DIR: folder, DATABASE_URL: url });
  const needs = { clock: systemClock, database, installation: thisInstallation(), settings };
  return backUpBefore(needs, { action, fromVersion, startedAtMs } as UpdateJournal, watch);
}

const namesIn = (path: string) =>
  readdirSync(path).filter((name) => name.endsWith(`.${ending}`) || name.endsWith(".part"));

describe("backUpBefore", () => {
  it("makes a complete backup that only its owner can read", async () => {
    await backUp("self_update");
    const path = join(folder, `learning-v1.3.0.backup.${ending}`);
    expect((await verifyBackup(path)).filter(({ ok }) => !ok)).toEqual([]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(namesIn(folder)).toEqual([`learning-v1.3.0.backup.${ending}`]);
  });

  it("keeps three backups and replaces the one of the same version", async () => {
    for (const [at, minor] of [1, 2, 10, 3, 3].entries()) {
      const startedAtMs = FIRST_MS + at * 60_000;
      await backUp("self_update", { fromVersion: `v1.${minor}.0`, startedAtMs });
    }
    expect(namesIn(folder)).toEqual([
      `learning-v1.10.0.backup.${ending}`,
      `learning-v1.2.0.backup.${ending}`,
      `learning-v1.3.0.backup.${ending}`,
    ]);
    expect(readdirSync(folder).filter((name) => name.includes("v1.1.0"))).toEqual([]);
  });

  it("keeps every backup made before a rollback", async () => {
    await backUp("rollback");
    const name = `backup-pre-rollback-20260501-123456.${ending}`;
    expect(namesIn(join(folder, "backups"))).toEqual([name]);
  });

  it.runIf(testDialect === "sqlite")(
    "fails when the database cannot be read, and leaves nothing",
    async () => {
      const damaged = join(folder, "damaged.db");
      writeFileSync(damaged, "x".repeat(8_192));
      await expect(backUp("self_update", { url: `sqlite:${damaged}` })).rejects.toMatchObject({
        failure: "BackupFailed",
      });
      expect(readdirSync(folder).filter((name) => name.startsWith("learning-"))).toEqual([]);
    },
  );
});

import { readdirSync, rmSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Database } from "../../../platform/database/tables.ts";
import { HOUR_MS } from "../../../platform/time/durations.ts";
import {
  openAddressedDatabase,
  type AddressedDatabase,
} from "../../../testing/app/addressed-database.ts";
import { buildTestApp, type TestApp } from "@wordloom/testing/service/build-test-app";
import { readHealth } from "../health/health.service.ts";
import { metricsFor } from "../health/metrics.service.ts";
import { readBackupAge } from "./backup-age.service.ts";
import { listBackupFiles, removeBackupFile } from "./backup-files.service.ts";
import { backupsFeature } from "./backups.feature.ts";
import { listBackups, noteVerified } from "./backup-register.service.ts";
import { listBackupRows, removeBackupRows } from "./backups.repo.ts";

let place: AddressedDatabase;
let database: Database;
beforeAll(async () => void (place = await openAddressedDatabase()));
beforeEach(async () => void (database = await place.cleaned()));
afterAll(() => place.close());

async function withApp(work: (app: TestApp) => Promise<void>): Promise<void> {
  const settings = { DATABASE_URL: place.url };
  const app = await buildTestApp({ database, settings, features: [backupsFeature] });
  try {
    // The test schema is as old as the run; a service's is as old as its first start.
    await database
      .updateTable("schema_migrations" as never)
      .set({ applied_at_ms: app.clock.nowMs() } as never)
      .execute();
    await work(app);
  } finally {
    await app.close();
  }
}

const notices = async () => database.selectFrom("admin_notices").select("kind").execute();

/**
 * Reads the reasons of a degraded health a minute later, because health is cached for that long.
 */
const reasons = async ({ deps, clock }: TestApp) => {
  clock.advance(61_000);
  return (await readHealth(deps)).reasons ?? [];
};

describe("daily_backup", () => {
  it("makes a backup and records it", () =>
    withApp(async ({ deps, jobs, clock }) => {
      expect(await jobs.runNow("daily_backup")).toBe("ok");
      expect(await listBackups(deps)).toMatchObject([
        { kind: "daily", verified: true, createdAtMs: clock.nowMs(), host: deps.instance.host },
      ]);
    }));

  it("keeps existing backups when it fails, and notifies administrators", () =>
    withApp(async ({ deps, jobs, clock }) => {
      await jobs.runNow("daily_backup");
      const [before] = await listBackupFiles(deps);
      clock.advance(24 * HOUR_MS);
      const keys = join(deps.settings.DATA_DIR, "keys");
      rmSync(keys, { recursive: true, force: true });
      writeFileSync(keys, "no folder");
      rmSync(join(deps.settings.DATA_DIR, "amas_config.toml"), { force: true });
      truncateSync(String(before?.path), 100);
      rmSync(deps.settings.BACKUP_DIR, { recursive: true });
      writeFileSync(deps.settings.BACKUP_DIR, "no folder");
      expect(await jobs.runNow("daily_backup")).toBe("failed");
      expect(await notices()).toEqual([{ kind: "backup_failed" }]);
    }));
});

describe("backup_watchdog", () => {
  it("is silent only while the service is younger than the limit", () =>
    withApp(async (app) => {
      app.clock.advance(36 * HOUR_MS);
      await app.jobs.runNow("backup_watchdog");
      expect(await notices()).toEqual([]);
      app.clock.advance(1);
      await app.jobs.runNow("backup_watchdog");
      expect(await notices()).toEqual([{ kind: "backup_stale" }]);
      expect(await reasons(app)).toContain("backup_stale");
    }));

  it("reports once a day that the last good one is too old", () =>
    withApp(async (app) => {
      await app.jobs.runNow("daily_backup");
      app.clock.advance(36 * HOUR_MS + 1);
      for (let hour = 0; hour < 3; hour += 1) {
        await app.jobs.runNow("backup_watchdog");
        app.clock.advance(HOUR_MS);
      }
      expect(await notices()).toEqual([{ kind: "backup_stale" }]);
      app.clock.advance(22 * HOUR_MS);
      await app.jobs.runNow("backup_watchdog");
      expect(await notices()).toHaveLength(2);
    }));

  it("is satisfied again after a good one, as are health and metrics", () =>
    withApp(async (app) => {
      app.clock.advance(40 * HOUR_MS);
      expect(await reasons(app)).toContain("backup_stale");
      await app.jobs.runNow("daily_backup");
      const madeAtMs = app.clock.nowMs();
      expect(await reasons(app)).not.toContain("backup_stale");
      const local = { local: true, header: () => undefined } as never;
      expect(await metricsFor(app.deps, local)).toContain(
        `backup_last_success_timestamp_seconds ${madeAtMs / 1_000}\n`,
      );
    }));

  it("does not count a backup dated in the future, and raises an alarm", () =>
    withApp(async (app) => {
      app.clock.advance(24 * HOUR_MS);
      await app.jobs.runNow("daily_backup");
      app.clock.advance(-24 * HOUR_MS);
      await app.jobs.runNow("backup_watchdog");
      expect(await readBackupAge(app.deps)).toEqual({
        atMs: undefined,
        ageHours: undefined,
        isDatedAhead: true,
        isStale: true,
      });
      expect(await notices()).toEqual([{ kind: "backup_stale" }]);
      expect(await reasons(app)).toContain("backup_stale");
      await app.jobs.runNow("daily_backup");
      expect(await readBackupAge(app.deps)).toMatchObject({ ageHours: 0, isStale: false });
    }));

  it("counts from now if the first start had a clock that was ahead", () =>
    withApp(async (app) => {
      app.clock.advance(-3_650 * 24 * HOUR_MS);
      await app.jobs.runNow("backup_watchdog");
      expect(await notices()).toEqual([]);
      app.clock.advance(36 * HOUR_MS + 1);
      await app.jobs.runNow("backup_watchdog");
      expect(await notices()).toEqual([{ kind: "backup_stale" }]);
      expect(await reasons(app)).toContain("backup_stale");
    }));

  it("does not count a backup that is gone, damaged or made before a restore", () =>
    withApp(async ({ deps, jobs, clock }) => {
      await jobs.runNow("daily_backup");
      expect((await readBackupAge(deps)).ageHours).toBe(0);
      const [file] = await listBackupFiles(deps);
      truncateSync(String(file?.path), 100);
      await jobs.runNow("backup_watchdog");
      expect((await readBackupAge(deps)).atMs).toBeUndefined();
      clock.advance(37 * HOUR_MS);
      expect((await readBackupAge(deps)).isStale).toBe(true);
    }));

  it("removes the remains of interrupted backups once they are old", () =>
    withApp(async ({ deps, jobs, clock }) => {
      await jobs.runNow("daily_backup");
      const folder = deps.settings.BACKUP_DIR;
      const finished = readdirSync(folder);
      const left = ["", ".files.tar", ".manifest.json"].flatMap((end) => [
        `backup-daily-20200101-003000.db${end}.part`,
        ...(end === "" ? [] : [`backup-manual-20200101-003000-2.dump${end}`]),
      ]);
      for (const name of [...left, "notes.part"]) {
        writeFileSync(join(folder, name), "half");
        const secs = clock.nowMs() / 1_000;
        utimesSync(join(folder, name), secs, secs);
      }
      clock.advance(2 * HOUR_MS - 1_000);
      await jobs.runNow("backup_watchdog");
      expect(readdirSync(folder)).toEqual([...finished, ...left, "notes.part"].toSorted());
      clock.advance(2_000);
      await jobs.runNow("backup_watchdog");
      expect(readdirSync(folder)).toEqual([...finished, "notes.part"].toSorted());
    }));
});

describe("listBackups", () => {
  it("takes over this machine's records under its former name, with their check results", () =>
    withApp(async ({ deps, jobs, clock }) => {
      await jobs.runNow("daily_backup");
      const [row] = await listBackupRows(deps.database);
      const before = { ...deps, instance: { ...deps.instance, host: "former" } };
      const [file] = await listBackupFiles(deps);
      if (file === undefined || row === undefined) throw new Error("there is no backup");
      await noteVerified(before, file, false);
      await removeBackupRows(deps.database, deps.instance.host, [file.name]);
      expect(await listBackups(deps)).toMatchObject([
        { name: file.name, host: deps.instance.host, verified: false },
      ]);
      await removeBackupFile(file);
      clock.advance(HOUR_MS);
      expect(await listBackups(deps)).toEqual([]);
    }));
});

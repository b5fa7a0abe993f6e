import { sql } from "kysely";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { takeNamedLock } from "../../../platform/database/named-lock.ts";
import type { Database } from "../../../platform/database/tables.ts";
import {
  openAddressedDatabase,
  type AddressedDatabase,
} from "../../../testing/app/addressed-database.ts";
import { buildTestApp, type TestApp } from "@wordloom/testing/service/build-test-app";
import { testDialect } from "@wordloom/testing/databases/test-database";
import { until } from "@wordloom/testing/service/until";
import { listBackupFiles } from "./backup-files.service.ts";
import { backupsFeature } from "./backups.feature.ts";
import { makeBackup } from "./make-backup.service.ts";

let place: AddressedDatabase;
let database: Database;
beforeAll(async () => void (place = await openAddressedDatabase()));
beforeEach(async () => void (database = await place.cleaned()));
afterAll(() => place.close());

async function withApp(
  settings: Record<string, string>,
  work: (app: TestApp) => Promise<void>,
): Promise<void> {
  const all = { DATABASE_URL: place.url, ...settings };
  const app = await buildTestApp({ database, settings: all, features: [backupsFeature] });
  try {
    await work(app);
  } finally {
    await app.close();
  }
}

const kinds = async () => database.selectFrom("admin_notices").select("kind").execute();

describe("makeBackup", () => {
  it("succeeds although surplus backups cannot be removed", () =>
    withApp({ BACKUP_KEEP: "1" }, async ({ deps, clock }) => {
      const { name } = await makeBackup(deps, { kind: "manual" });
      const [file] = await listBackupFiles(deps);
      const archive = `${file?.path}.files.tar`;
      rmSync(archive, { force: true });
      mkdirSync(archive);
      clock.advance(1_000);
      const second = await makeBackup(deps, { kind: "manual" });
      expect(second).toMatchObject({ verified: true });
      expect((await listBackupFiles(deps)).map((each) => each.name)).toEqual([second.name, name]);
      expect(await kinds()).toEqual([]);
    }));

  it("gives six backups made in one second distinct names, of which the last three stay", () =>
    withApp({ BACKUP_KEEP: "3" }, async ({ deps }) => {
      const names: string[] = [];
      for (let n = 0; n < 6; n += 1) names.push((await makeBackup(deps, { kind: "manual" })).name);
      expect(new Set(names).size).toBe(6);
      const left = (await listBackupFiles(deps)).map(({ name }) => name);
      expect(left).toEqual(names.slice(3).toReversed());
    }));

  it("keeps the last made backup after the clock was ahead", () =>
    withApp({ BACKUP_KEEP: "1" }, async ({ deps, clock }) => {
      clock.advance(86_400_000);
      await makeBackup(deps, { kind: "manual" });
      clock.advance(-86_400_000);
      const { name } = await makeBackup(deps, { kind: "manual" });
      expect((await listBackupFiles(deps)).map((each) => each.name)).toEqual([name]);
    }));

  it("is shared by all manual requests during another one, with an entry for each", () =>
    withApp({}, async ({ deps }) => {
      const entries: string[] = [];
      const ask = (who: string, onProgress = () => {}) =>
        makeBackup(deps, {
          kind: "manual",
          onProgress,
          withEntry: async (_tx, name) => void entries.push(`${who} ${name}`),
        });
      const begun = Promise.withResolvers<void>();
      const first = ask("first", begun.resolve);
      // Later requests may have written data that it does not contain.
      await begun.promise;
      const [one, daily, ...others] = await Promise.all([
        first,
        ...[makeBackup(deps, { kind: "daily" }), ask("second"), ask("third"), ask("fourth")],
      ]);
      const [next] = others;
      expect(new Set(others.map(({ name }) => name))).toEqual(new Set([next?.name]));
      const names = (await listBackupFiles(deps)).map(({ name }) => name);
      expect(names.toSorted()).toEqual([daily?.name, one?.name, next?.name].toSorted());
      expect(entries).toEqual([
        `first ${one?.name}`,
        ...["second", "third", "fourth"].map((who) => `${who} ${next?.name}`),
      ]);
      expect((await ask("fifth")).name).not.toBe(next?.name);
    }));

  it("reports progress with each finished part", () =>
    withApp({}, async ({ deps }) => {
      let moves = 0;
      await makeBackup(deps, { kind: "daily", onProgress: () => void (moves += 1) });
      expect(moves).toBeGreaterThan(0);
    }));

  it("aborts on request, and does not block the next one", () =>
    withApp({}, async ({ deps }) => {
      const stop = new AbortController();
      stop.abort(new Error("enough"));
      const [first, second] = await Promise.allSettled([
        makeBackup(deps, { kind: "daily", signal: stop.signal }),
        makeBackup(deps, { kind: "manual" }),
      ]);
      expect(first).toMatchObject({ status: "rejected", reason: { message: "enough" } });
      expect(second).toMatchObject({ status: "fulfilled", value: { verified: true } });
      expect(await kinds()).toEqual([{ kind: "backup_failed" }]);
    }));

  it.runIf(testDialect === "postgres")(
    "waits for another process's dump, and gives up when that hangs",
    () =>
      withApp({}, async ({ deps }) => {
        const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
        const holding = database.transaction().execute(async (tx) => {
          await takeNamedLock(tx, "backup");
          held.resolve();
          await release.promise;
        });
        await held.promise;
        const stop = new AbortController();
        const waiting = makeBackup(deps, { kind: "manual", signal: stop.signal });
        await until(async () => {
          const { rows } = await sql`
            select 1 from pg_locks where locktype = 'advisory' and not granted
              and database = (select oid from pg_database where datname = current_database())
          `.execute(database);
          return rows.length === 1;
        });
        stop.abort(new Error("enough"));
        await expect(waiting).rejects.toThrow("enough");
        release.resolve();
        await holding;
        const { name } = await makeBackup(deps, { kind: "manual" });
        const folder = deps.settings.BACKUP_DIR;
        await until(() => !readdirSync(folder).some((each) => each.endsWith(".part")));
        expect((await listBackupFiles(deps)).map((each) => each.name)).toEqual([name]);
      }),
  );
});

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { randomIds } from "../../../platform/basics/ids.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { markRestored } from "../../../platform/database/restore-mark.ts";
import { buildTestApp, onlyFeature, type TestApp } from "@wordloom/testing/service/build-test-app";
import { openTestDatabase, type TestDatabase } from "@wordloom/testing/databases/test-database";
import { restoreWatch } from "./restore-watch.worker.ts";

let place: TestDatabase;
let database: Database;
let app: TestApp | undefined;
/** How often a new app was to be opened. */
let beginnings = 0;
beforeEach(async () => {
  place = await openTestDatabase();
  ({ database } = place);
  beginnings = 0;
});
afterEach(async () => {
  await app?.close();
  await place.close();
});

const restored = () =>
  markRestored(database, { epoch: randomIds.next(), backupAtMs: 1, restoredAtMs: 2 });

async function open(): Promise<void> {
  app = await buildTestApp({
    database,
    features: onlyFeature({ workers: [restoreWatch] }),
    installation: { reopenApp: () => void (beginnings += 1) },
  });
}

async function look(): Promise<number> {
  expect(await app?.jobs.runNow("restore_watch")).toBe("ok");
  return beginnings;
}

describe("restore_watch", () => {
  it("reopens the app after another process has restored the database, once each", async () => {
    await open();
    expect(await look()).toBe(0);
    for (const restores of [1, 2]) {
      await restored();
      expect(await look()).toBe(restores);
      expect(await look()).toBe(restores);
    }
  });

  it("notices a restore that happened before its first check", async () => {
    await open();
    await restored();
    expect(await look()).toBe(1);
  });

  it("ignores a restore from before the app was opened", async () => {
    await restored();
    await open();
    expect(await look()).toBe(0);
  });
});

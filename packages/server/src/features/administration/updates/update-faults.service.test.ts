import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { VERSION } from "../../../platform/basics/version.ts";
import { realDisk } from "../../../platform/release/release-disk.ts";
import { settleUpdate } from "../../../platform/release/settle-update.ts";
import { readJournal } from "../../../platform/release/update-journal.ts";
import { buildTestApp, onlyFeature } from "@wordloom/testing/service/build-test-app";
import {
  closeCleanDatabase,
  openCleanDatabase,
} from "@wordloom/testing/databases/database-cleaner";
import { memoryFolder } from "@wordloom/testing/service/memory-folder";
import { createFaultyDisk, type DiskFault } from "../../../testing/faults/faulty-disk.ts";
import { printFolder } from "../../../testing/app/folder-print.ts";
import { testDialect } from "@wordloom/testing/databases/test-database";
import { applyAndWait, openUpdateSite } from "@wordloom/testing/neighbors/update-site";
import { reportUpdate } from "./update-end.service.ts";
import { updatesFeature } from "./updates.feature.ts";

afterAll(closeCleanDatabase);

const NEW = "v1.4.0";
/** Disk faults do not depend on the database, so a few suffice to check what it records. */
const USUAL_RUNS = testDialect === "sqlite" ? 10 : 4;
/** WORDLOOM_UPDATE_FAULTS=all makes every disk operation fail in turn. */
const RUNS = process.env["WORDLOOM_UPDATE_FAULTS"] === "all" ? Infinity : USUAL_RUNS;

/** An installation in its own folder, with a task that meets a fault. */
async function updateWith(fault: DiskFault | undefined) {
  const site = await openUpdateSite();
  const disk = createFaultyDisk(fault);
  const dataDir = mkdtempSync(join(memoryFolder(), "wordloom-faults-"));
  const database = await openCleanDatabase("checked");
  const parts = site.parts({ disk }, { DATA_DIR: dataDir });
  const app = await buildTestApp({ ...parts, database, features: onlyFeature(updatesFeature) });
  const before = printFolder(site.installDir);
  site.publish({ tag: NEW });
  const admin = await app.admin();
  const applied = await applyAndWait(app, admin, NEW);
  return {
    site,
    disk,
    app,
    before,
    applied,
    admin,
    /** Starts the same version as the launcher would after a crash. */
    async startAgain() {
      const version = /# (v\S+)/.exec(readFileSync(join(site.installDir, "wordloom"), "utf8"))?.[1];
      await settleUpdate({ disk: realDisk, dataDir, version: version ?? "" }, app.clock.nowMs());
      const next = await buildTestApp({
        ...site.parts({ version: version ?? "" }, { DATA_DIR: dataDir }),
        // In-memory state is kept by handle, and ends with the process.
        database: database.withoutPlugins(),
        features: onlyFeature(updatesFeature),
      });
      await reportUpdate(next.deps);
      return { next, version, journal: await readJournal(dataDir) };
    },
    async remove() {
      await app.close();
      await site.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}

/** The disk operations of an update without a fault. */
let changes = 0;
beforeAll(async () => {
  const { disk, remove } = await updateWith(undefined);
  await remove();
  changes = disk.changes.length;
  expect(changes).toBeGreaterThan(10);
});

/** Evenly spaced numbers below a limit, including the last one. */
function spread(limit: number): number[] {
  if (RUNS >= limit) return Array.from({ length: limit }, (_, n) => n);
  return Array.from({ length: RUNS }, (_, n) => Math.round((n * (limit - 1)) / (RUNS - 1)));
}

describe("An update that is killed", () => {
  it.each(["killed-before", "killed-after"] as const)(
    "leaves one whole version, which the next start settles (%s a change of the disk)",
    async (kind) => {
      for (const at of spread(changes)) {
        const run = await updateWith({ kind, at });
        const { next, version, journal } = await run.startAgain();
        const where = `${at}: ${run.disk.changes.at(-1)}`;
        try {
          const after = printFolder(run.site.installDir);
          if (version === VERSION) expect(after, where).toEqual(run.before);
          else expectWhole(run.site.installDir, where);
          expect(next.deps.maintenance.active, where).toBe(false);
          const { headers } = run.admin;
          const { body } = await next.send("GET", "/api/admin/updates/history", { headers });
          const outcomes = body.data.entries.map((entry: { outcome: string }) => entry.outcome);
          // Until the journal exists, only the audit log knows the task.
          expect(outcomes, where).toHaveLength(run.disk.changes.length > 1 ? 1 : outcomes.length);
          if (outcomes.length === 0) expect(journal, where).toBeUndefined();
          else if (version === NEW) expect(outcomes, where).toEqual(["success"]);
          else expect(["failed", "rolled_back"], where).toContain(outcomes[0]);
          const again = await applyAndWait(next, run.admin, NEW);
          expect(again.accepted.status, where).toBe(version === NEW ? 400 : 202);
        } finally {
          await next.close();
          await run.remove();
        }
      }
    },
    300_000,
  );
});

/** The new version is complete, and the earlier one can be restored. */
function expectWhole(installDir: string, where: string): void {
  const lines = printFolder(installDir).join("\n");
  expect(readdirSync(installDir).toSorted(), where).toEqual([
    ...["lib", "static", `static-${VERSION}`, "wordloom", `wordloom-${VERSION}`],
  ]);
  expect(lines, where).toContain(`lib/${NEW}/server.js 644 server of ${NEW}`);
  expect(lines, where).toContain(`static/learner/index.html 644 <title>${NEW}</title>`);
  expect(lines, where).toContain(`static-${VERSION}/learner/index.html 644 <title>${VERSION}<`);
}

describe("An update on a disk that fills up", () => {
  it("fails, undoes everything, and can be retried", async () => {
    for (const at of spread(changes)) {
      const run = await updateWith({ kind: "full", at });
      const where = `${at}: ${run.disk.changes[at]}`;
      try {
        const { accepted, task } = run.applied;
        if (accepted.status === 202 && run.site.handedOver.length === 0) {
          expect(task, where).toMatchObject({ phase: "failed" });
          expect(task["error"], where).toMatch(/^DiskFull: /);
          expect(printFolder(run.site.installDir), where).toEqual(run.before);
          expect(run.app.deps.maintenance.active, where).toBe(false);
          const again = await applyAndWait(run.app, run.admin, NEW);
          expect(again.accepted.status, where).toBe(202);
        }
        if (accepted.status !== 202) {
          expect(printFolder(run.site.installDir), where).toEqual(run.before);
        }
      } finally {
        await run.remove();
      }
    }
  }, 300_000);
});

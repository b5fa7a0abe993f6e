import * as fc from "fast-check";
import { readdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { listBackupFiles } from "../../features/operations/backups/backup-files.service.ts";
import { digestOf } from "../../platform/database/backup/file-digest.ts";
import { verifyBackup } from "../../platform/database/backup/verify-backup.ts";
import { countAnswers, createJournal } from "@wordloom/testing/process/answer-journal";
import { createServerFixture, type ServerFixture } from "@wordloom/testing/process/server-fixture";
import {
  createDataDirectory,
  startServerProcess,
  type ServerProcess,
} from "@wordloom/testing/process/server-process";
import { mountSmallDisk } from "../faults/small-disk.ts";
import { testDialect } from "@wordloom/testing/databases/test-database";
import { testSettings } from "@wordloom/testing/service/test-settings";
import { until } from "@wordloom/testing/service/until";
import { createWire, type Wire, type WireReply } from "@wordloom/testing/process/wire";
import { createWriter, writerKinds } from "../requests/writer.ts";

// A finished backup stays valid no matter how the next one fails: a real process is killed at many
// moments of a backup while answers arrive, and runs out of disk space. Nothing treats an
// incomplete backup as a backup, and it is removed.
const LEARNERS = 3;
/** Enough rows to take a few hundred milliseconds to read. */
const ROWS = 30_000;
const ROUNDS = Number(process.env["KILL_ROUNDS"] ?? 3);
/** After the request for a backup; the first round kills as soon as a part of it exists. */
const KILL_AFTER_MS = fc.integer({ min: 0, max: testDialect === "sqlite" ? 500 : 900 });
const PART_WITHIN_MS = 30_000;
const SEED = 20_261_123;
const DISK_BYTES = 48 * 1024 * 1024;
const THREE_HOURS_SECS = 3 * 3_600;
const at = "/api/admin/updates/backups";
vi.setConfig({ testTimeout: 180_000 });

let fixture: ServerFixture;
let directory: Awaited<ReturnType<typeof createDataDirectory>>;
let server: ServerProcess | undefined;
const journal = createJournal();

beforeAll(async () => {
  directory = await createDataDirectory();
  fixture = await createServerFixture({ learners: LEARNERS, words: 20 });
  for (let start = 0; start < ROWS; start += 1_000) {
    const row = (_: unknown, n: number) => ({ word_id: `gone-${start + n}`, removed_at_ms: 1 });
    const rows = Array.from({ length: 1_000 }, row);
    await fixture.database.insertInto("removed_words").values(rows).execute();
  }
});
afterEach(() => server?.kill());
afterAll(async () => {
  await fixture.close();
  await directory.remove();
});

it("keeps finished backups valid when it is killed during the next one", async ({ annotate }) => {
  const wire = await start();
  const { json } = await make(wire);
  const first = json.data;
  await stop(wire);
  const seen = new Set<string>([first.name]);
  await killWhileMaking(() => until(() => unfinished().length > 0, PART_WITHIN_MS));
  await expectGood(seen, first);
  for (const afterMs of fc.sample(KILL_AFTER_MS, { seed: SEED, numRuns: ROUNDS - 1 })) {
    await killWhileMaking(() => pause(afterMs));
    await expectGood(seen, first);
  }
  const cutOff = unfinished().length;

  const last = await start();
  age(unfinished());
  expect(await make(last)).toMatchObject({ status: 200 });
  expect(unfinished()).toEqual([]);
  const { backups } = (await list(last)).json.data;
  expect(backups.every(({ verified }: { verified: boolean }) => verified)).toBe(true);
  expect(backups.map(({ name }: { name: string }) => name)).toContain(first.name);
  await stop(last);
  await annotate(`${ROUNDS} kills, ${cutOff} files cut off, ${countAnswers(journal)} answers`);
  expect(cutOff).toBeGreaterThan(0);
});

it("leaves no incomplete backup on a full disk, and completes the next one", async (context) => {
  const disk = await mountSmallDisk(DISK_BYTES);
  if (disk === undefined) return context.skip("no disk to fill");
  try {
    const wire = await start({ BACKUP_DIR: disk.path });
    const { json: made } = await make(wire);
    const before = readdirSync(disk.path);
    // With a little room the copy starts, with a journal next to it; a dump is smaller.
    const someBytes = testDialect === "sqlite" ? 1024 * 1024 : 32 * 1024;
    for (const roomBytes of [0, someBytes]) {
      await disk.free();
      await disk.fill(roomBytes);
      expect(await make(wire)).toMatchObject({ status: 503, json: { code: "BACKUP_FAILED" } });
      expect(readdirSync(disk.path).filter((name) => name !== "ballast")).toEqual(before);
    }
    expect(await check(wire, made.data.name)).toBe(true);
    await disk.free();
    expect(await make(wire)).toMatchObject({ status: 200 });
    await stop(wire);
  } finally {
    await server?.kill();
    await disk.remove();
  }
});

const folder = (): string => join(directory.path, "backups");

async function start(settings: Readonly<Record<string, string>> = {}): Promise<Wire> {
  server = await startServerProcess({
    ...fixture.settings,
    ...settings,
    DATA_DIR: directory.path,
  });
  return createWire(server.url, 40);
}

async function stop(wire: Wire): Promise<void> {
  wire.close();
  await server?.kill();
}

const token = () => fixture.admin.token;
const make = (wire: Wire): Promise<WireReply> =>
  wire.send({ method: "POST", path: at, token: token() });
const list = (wire: Wire): Promise<WireReply> =>
  wire.send({ method: "GET", path: at, token: token() });

async function check(wire: Wire, name: string): Promise<boolean> {
  const path = `${at}/${name}/verify`;
  const { status, text, json } = await wire.send({ method: "POST", path, token: token() });
  expect(status, text).toBe(200);
  return json.data.ok;
}

async function killWhileMaking(moment: () => Promise<unknown>): Promise<void> {
  const wire = await start();
  const ending = new AbortController();
  const writing = fixture.learners.flatMap((learner) =>
    writerKinds.map((kind) =>
      createWriter(`${learner.id}-${kind}`, kind, learner, { ...fixture, journal }).write(
        wire,
        ending.signal,
      ),
    ),
  );
  const making = make(wire).catch(() => undefined);
  await moment();
  await server?.kill();
  ending.abort();
  await Promise.allSettled([making, ...writing]);
  wire.close();
}

/** Checks every new backup since the last look, and that the first is unchanged. */
async function expectGood(
  seen: Set<string>,
  first: { readonly name: string; readonly sha256: string },
): Promise<void> {
  const settings = testSettings({ DATA_DIR: directory.path });
  for (const { name, path } of await listBackupFiles({ settings })) {
    if (seen.has(name)) continue;
    seen.add(name);
    expect(
      (await verifyBackup(path)).filter(({ ok }) => !ok),
      path,
    ).toEqual([]);
  }
  expect(await digestOf(join(folder(), first.name))).toBe(first.sha256);
}

function unfinished(): string[] {
  // The list of used names is not a backup.
  const names = readdirSync(folder()).filter((name) => name !== "backup-names.jsonl");
  const finished = new Set(names.filter((name) => /\.(db|dump)$/.test(name)));
  return names.filter((name) => {
    const database = name.replace(/(\.files\.tar|\.manifest\.json)$/, "");
    return !finished.has(database);
  });
}

/** Makes files look hours old. */
function age(names: readonly string[]): void {
  const secs = Date.now() / 1_000 - THREE_HOURS_SECS;
  for (const name of names) utimesSync(join(folder(), name), secs, secs);
}

import * as fc from "fast-check";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { runCommand } from "../../cli/command-line.ts";
import { listBackupFiles } from "../../features/operations/backups/backup-files.service.ts";
import { finishForsakenRestore } from "../../platform/database/backup/finish-restore.ts";
import { verifyBackup } from "../../platform/database/backup/verify-backup.ts";
import { openDatabase, sqliteFile } from "../../platform/database/connection.ts";
import { migrationStatus } from "../../platform/database/migrate.ts";
import { readRestoreMark } from "../../platform/database/restore-mark.ts";
import type { Database } from "../../platform/database/tables.ts";
import { allowingTime } from "../../platform/database/time-allowed.ts";
import { runProcess, type CommandEnd, type KillMoment } from "../faults/killed-command.ts";
import { addPlainLearners } from "@wordloom/testing/content/plain-learners";
import {
  createTestAddress,
  testDialect,
  testOptions,
  type TestAddress,
} from "@wordloom/testing/databases/test-database";
import { testSettings } from "@wordloom/testing/service/test-settings";

// `restore` and `backup` are killed at many moments. Afterwards a database is either unchanged or
// completely restored, and its keys and secrets agree with it. Every file with the name of a backup
// is valid, and verification rejects all others. Only the killed command runs in its own process.
const ROWS = 10_000;
const ROUNDS = Number(process.env["KILL_ROUNDS"] ?? 2);
const SEED = Number(process.env["KILL_SEED"] ?? 20_261_123);
/** About the run time on an idle machine; some kills come too late. */
const AFTER_MS_MAX = testDialect === "sqlite" ? 300 : 1_500;
vi.setConfig({ testTimeout: 180_000 + ROUNDS * 30_000 });

let root: string;
const addresses: TestAddress[] = [];
/** Backups of two states of the machine. */
let bundles: readonly [string, string];
/** The machine that made both. */
let home: Machine;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "wordloom-killed-"));
  home = await machine("home");
  await run(home, "migrate");
  await within(home.url, fill);
  const first = join(root, "first.tar");
  writeFileSync(keyOf(home), first, { mode: 0o600 });
  await run(home, "backup", "--out", first);
  await within(home.url, (database) => addPlainLearners(database, ["later"]));
  const second = join(root, "second.tar");
  writeFileSync(keyOf(home), second, { mode: 0o600 });
  await run(home, "backup", "--out", second);
  bundles = [first, second];
  // A learner erased after both backups must be missing from either once it is restored.
  mkdirSync(join(home.dir, "backups"), { recursive: true });
  appendFileSync(join(home.dir, "backups", "erased.jsonl"), '{"userId":"gone","at":"x"}\n');
});
afterAll(async () => {
  for (const address of addresses) await address.remove();
  rmSync(root, { recursive: true });
});

/** Each backup has a different key. */
const keyOf = ({ dir }: Pick<Machine, "dir">) => join(dir, "keys", "of-packs");

interface Machine {
  readonly dir: string;
  readonly url: string;
  readonly settings: Readonly<Record<string, string>>;
}

async function machine(name: string): Promise<Machine> {
  const address = await createTestAddress();
  addresses.push(address);
  const dir = join(root, name);
  mkdirSync(dir, { mode: 0o700 });
  const settings = { DATA_DIR: dir, DATABASE_URL: address.url };
  return { dir, url: address.url, settings };
}

async function fill(database: Database): Promise<void> {
  await addPlainLearners(database, ["stays", "gone"]);
  for (let start = 0; start < ROWS; start += 1_000) {
    const row = (_: unknown, n: number) => ({ word_id: `gone-${start + n}`, removed_at_ms: 1 });
    const rows = Array.from({ length: 1_000 }, row);
    await database.insertInto("removed_words").values(rows).execute();
  }
}

async function run(machine: Machine, ...words: string[]): Promise<void> {
  const { status, text } = await runHere(machine, words);
  expect(status, text).toBe(0);
}

/** In this process. */
async function runHere({ settings }: Machine, words: readonly string[]): Promise<CommandEnd> {
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  try {
    const status = await runCommand(words, { print, complain: print });
    return { status, text: lines.join("\n") };
  } finally {
    vi.unstubAllEnvs();
  }
}

/** Finishes an interrupted restore, as the next command does first. */
function finish({ dir, url }: Machine): Promise<unknown> {
  const place = { DATA_DIR: dir, DATABASE_URL: url };
  return finishForsakenRestore({ ...place, SQLITE_BUSY_TIMEOUT_MS: testOptions.busyTimeoutMs });
}

/** Without a deadline: the server needs time to notice a dead process, which locks all tables. */
async function within<T>(url: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(url, testOptions);
  try {
    return await allowingTime("unlimited", () => work(database));
  } finally {
    await database.destroy();
  }
}

/** Everything that a restore changes, all or nothing. */
const stateOf = async (machine: Machine) => {
  await finish(machine);
  return within(machine.url, async (database) => {
    const learners = await database.selectFrom("users").select("id").orderBy("id").execute();
    const rows = database.selectFrom("removed_words").select((eb) => eb.fn.countAll().as("n"));
    const entries = await database
      .selectFrom("audit_log")
      .select("outcome")
      .where("action", "=", "db_restore")
      .execute();
    return {
      key: readFileSync(keyOf(machine), "utf8"),
      epoch: (await readRestoreMark(database))?.epoch,
      learners: learners.map(({ id }) => id),
      rows: Number((await rows.executeTakeFirst())?.n),
      entries: entries.map(({ outcome }) => outcome),
    };
  });
};

const restored = (bundle: string) => ({
  key: bundle,
  epoch: expect.any(String),
  learners: bundle === bundles[0] ? ["stays"] : ["later", "stays"],
  rows: ROWS,
  entries: ["success"],
});

/** The first kill is immediate, so that even on a fast machine one comes early enough. */
function delays(): number[] {
  const some = fc.sample(fc.integer({ min: 0, max: AFTER_MS_MAX }), {
    seed: SEED,
    numRuns: ROUNDS,
  });
  return [0, ...some.slice(1)];
}

const inFolder = (folder: string, form: RegExp) =>
  existsSync(folder) && readdirSync(folder).some((name) => form.test(name));

/** Files with the name of a backup are valid; verification rejects others in the folder. */
async function expectNoHalfBackup(machine: Machine): Promise<void> {
  const { dir } = machine;
  const known = { settings: testSettings({ DATA_DIR: dir }) };
  for (const { path } of await listBackupFiles(known)) {
    const bad = (await verifyBackup(path)).filter(({ ok }) => !ok);
    expect(bad, path).toEqual([]);
  }
  const folder = join(dir, "backups");
  const half = readdirSync(folder).filter((name) => /\.(db|dump)\.part$/.test(name));
  const [newest] = half.toSorted().toReversed();
  if (newest === undefined) return;
  const { status, text } = await runHere(machine, ["backup", "verify", join(folder, newest)]);
  expect(status, text).toBe(1);
}

it("a killed restore has either replaced the database or not touched it", async ({ annotate }) => {
  await run(home, "restore", bundles[0], "--replace", "--yes");
  const ends = { killed: 0, replaced: 0 };
  for (const [round, afterMs] of delays().entries()) {
    const [before, bundle] = [await stateOf(home), bundles[(round + 1) % 2] ?? ""];
    // Alternates between killing while the old data is being saved, and after that.
    const seen: KillMoment["seen"] =
      round % 2 === 1
        ? () => inFolder(join(home.dir, "backups"), /pre-restore.*\.part$/)
        : (text) => text.includes("is kept as");
    const words = ["restore", bundle, "--replace", "--yes"];
    const { status, text } = await runProcess(words, home.settings, { seen, afterMs });
    expect([0, null], text).toContain(status);
    const after = await stateOf(home);
    if (status === null) ends.killed += 1;
    if (after.epoch === before.epoch) {
      expect(after).toEqual(before);
      expect(status).toBe(null);
    } else {
      ends.replaced += 1;
      expect(after).toEqual(restored(bundle));
    }
    await expectNoHalfBackup(home);
  }
  await annotate(`${ROUNDS} restores, ${ends.killed} killed, ${ends.replaced} done`);
  expect(ends.killed).toBeGreaterThan(0);
  await run(home, "restore", bundles[1], "--replace", "--yes");
  expect(await stateOf(home)).toEqual(restored(bundles[1]));
});

it("a killed restore leaves no database without its secrets", async ({ annotate }) => {
  const secrets = (dir: string) =>
    readdirSync(join(dir, "secrets")).map((name) => [
      name,
      readFileSync(join(dir, "secrets", name), "utf8"),
    ]);
  let killed = 0;
  for (const [round, afterMs] of delays().entries()) {
    const empty = await machine(`empty-${round}`);
    const seen = () => inFolder(join(empty.dir, "secrets"), /\.part$/);
    const moment = { seen, afterMs };
    const { status } = await runProcess(["restore", bundles[1]], empty.settings, moment);
    if (status === null) killed += 1;
    if (await isFilled(empty)) expect(secrets(empty.dir)).toEqual(secrets(home.dir));
    else await run(empty, "restore", bundles[1]);
    expect(secrets(empty.dir)).toEqual(secrets(home.dir));
    expect((await stateOf(empty)).rows).toBe(ROWS);
  }
  await annotate(`${ROUNDS} restores, ${killed} killed`);
  expect(killed).toBeGreaterThan(0);
});

async function isFilled(machine: Machine): Promise<boolean> {
  await finish(machine);
  const { url } = machine;
  const file = sqliteFile(url);
  if (file !== undefined && !existsSync(file)) return false;
  return within(url, async (database) => (await migrationStatus(database)).applied.length > 0);
}

it("a killed backup keeps valid ones and leaves no lookalike", async ({ annotate }) => {
  await run(home, "backup");
  const folder = join(home.dir, "backups");
  let killed = 0;
  for (const [round, afterMs] of delays().entries()) {
    const bundle = join(root, `bundle-${round}.tar`);
    const words = round % 2 === 0 ? ["backup"] : ["backup", "--out", bundle];
    const known = new Set(readdirSync(folder));
    const seen = () =>
      round % 2 === 0
        ? readdirSync(folder).some((name) => name.endsWith(".part") && !known.has(name))
        : inFolder(root, /^\.wordloom-backup-/);
    const { status } = await runProcess(words, home.settings, { seen, afterMs });
    if (status === null) killed += 1;
    if (existsSync(bundle)) await run(home, "backup", "verify", bundle);
    await expectNoHalfBackup(home);
  }
  await annotate(`${ROUNDS} backups, ${killed} killed`);
  expect(killed).toBeGreaterThan(0);
  await run(home, "backup");
  // The next backup removes the remains of killed ones, which contain keys.
  await run(home, "backup", "--out", join(root, "last.tar"));
  for (const place of [root, home.dir]) expect(inFolder(place, /^\.wordloom-/)).toBe(false);
});

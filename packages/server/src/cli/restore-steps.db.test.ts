import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { memoryFolder } from "../testing/memory-folder.ts";
import {
  finishForsakenRestore,
  finishRestore,
} from "../platform/database/backup/finish-restore.ts";
import { openDatabase, sqliteFile } from "../platform/database/connection.ts";
import { readRestoreMark } from "../platform/database/restore-mark.ts";
import { killedAt } from "../testing/dying-disk.ts";
import { createTestAddress, testOptions, type TestAddress } from "../testing/test-database.ts";
import { runCommand } from "./command-line.ts";

// A restore of a machine that already holds data changes the database, and files beside it. Killed
// between any two steps, and the command that comes next as well, both are of before or both are of
// the backup.
const OWN = ["JWT_SECRET", "REFRESH_JWT_SECRET", "ADMIN_JWT_SECRET"] as const;

let root: string;
let bundle: string;
let address: TestAddress;
beforeEach(async () => {
  root = mkdtempSync(join(memoryFolder(), "wordloom-steps-"));
  bundle = join(root, "bundle.tar");
  address = await createTestAddress();
  vi.stubEnv("DATA_DIR", root);
  vi.stubEnv("DATABASE_URL", address.url);
  // So that the files of the test are the only ones.
  for (const name of OWN) vi.stubEnv(name, name.padEnd(32, "."));
  mkdirSync(join(root, "secrets"), { mode: 0o700 });
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await address.remove();
  rmSync(root, { recursive: true });
});

async function run(...args: string[]): Promise<{ status: number; text: string }> {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const status = await runCommand(args, { print, complain: print });
  return { status, text: lines.join("\n") };
}

/** A secret that the backup knows otherwise, and no key, which it has. */
function putFormerFiles(): void {
  writeFileSync(join(root, "secrets", "of-sign-in"), "former", { mode: 0o600 });
  rmSync(join(root, "keys", "of-packs"), { force: true });
}

/** Everything that matters of what a restore leaves in the data directory, with its content. */
function files(): Record<string, string> {
  const found = ["keys", "secrets"].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => join(folder, name)),
  );
  for (const path of found) expect(statSync(join(root, path)).mode & 0o777).toBe(0o600);
  const more = readdirSync(root).filter((name) => /^restore\.json$|^\./.test(name));
  return Object.fromEntries(
    [...found, ...more].map((name) => [name, readFileSync(join(root, name), "utf8")]),
  );
}

async function epoch(): Promise<string | undefined> {
  const database = await openDatabase(address.url, testOptions);
  try {
    return (await readRestoreMark(database))?.epoch;
  } finally {
    await database.destroy();
  }
}

function isStep(path: string): boolean {
  const file = sqliteFile(address.url);
  const inFolders = /^(keys|secrets|restore\.json)/.test(path.slice(root.length + 1));
  return inFolders || path === root || (file !== undefined && path.startsWith(file));
}

const place = () => ({
  ...{ DATA_DIR: root, DATABASE_URL: address.url },
  SQLITE_BUSY_TIMEOUT_MS: testOptions.busyTimeoutMs,
});

/** What steps change: keys, secrets, the note of a swap, and a SQLite file with those beside it. */
function placesOfSteps(): string[] {
  const file = sqliteFile(address.url);
  const ofData = ["keys", "secrets", "restore.json"].map((name) => join(root, name));
  return file === undefined ? ofData : [...ofData, dirname(file)];
}

/**
 * @returns puts everything back as it was, except rows of PostgreSQL, which no step changes after
 *   the commit; as often as it is called
 */
function keepState(): () => void {
  const copies = mkdtempSync(join(root, "kept-"));
  const pairs = placesOfSteps().map((path, index) => [path, join(copies, `${index}`)] as const);
  const copy = (from: string, to: string) => {
    rmSync(to, { recursive: true, force: true });
    if (existsSync(from)) cpSync(from, to, { recursive: true, preserveTimestamps: true });
  };
  for (const [path, kept] of pairs) copy(path, kept);
  return () => {
    for (const [path, kept] of pairs) copy(kept, path);
  };
}

/** What comes next is killed as well, one step later each time, until it comes to its end. */
async function finishWithKills(): Promise<void> {
  const finishing = () => finishForsakenRestore(place());
  for (let at = 0; await killedAt(at, isStep, finishing);) at += 1;
}

/** @returns whether the database is of the backup, and the files with it */
async function expectOneWhole(before: string | undefined, where: string): Promise<boolean> {
  expect(await run("migrate"), where).toMatchObject({ text: "The schema is up to date." });
  const isDone = (await epoch()) !== before;
  expect(files(), where).toEqual(
    isDone
      ? { "secrets/of-sign-in": "of the backup", "keys/of-packs": "of the backup" }
      : { "secrets/of-sign-in": "former" },
  );
  return isDone;
}

describe("A restore that is killed before one of its steps", () => {
  it("leaves keys and secrets that agree with the database", { timeout: 180_000 }, async () => {
    expect(await run("migrate")).toMatchObject({ status: 0 });
    writeFileSync(join(root, "secrets", "of-sign-in"), "of the backup", { mode: 0o600 });
    writeFileSync(join(root, "keys", "of-packs"), "of the backup", { mode: 0o600 });
    expect(await run("backup", "--out", bundle)).toMatchObject({ status: 0 });
    const before = await epoch();
    const restoreKilledAt = (step: number) => {
      putFormerFiles();
      return killedAt(step, isStep, () => run("restore", bundle, "--replace", "--yes"));
    };

    let undone = 0;
    let putBack = () => {};
    for (; ; undone += 1) {
      expect(await restoreKilledAt(undone), `step ${undone}`).toBe(true);
      putBack = keepState();
      await finishWithKills();
      if (await expectOneWhole(before, `killed before step ${undone}`)) break;
    }
    // From its commit on, a restore only does what any command does after it: the state of that
    // moment is put back, and the rest is killed at each further step.
    let done = 1;
    for (; ; done += 1) {
      putBack();
      const isKilled = await killedAt(done, isStep, () => finishRestore(place()));
      await finishWithKills();
      expect(await expectOneWhole(before, `killed before step ${undone + done}`)).toBe(true);
      if (!isKilled) break;
    }
    expect(undone).toBeGreaterThan(5);
    expect(done).toBeGreaterThan(2);

    // It has no further step at which it could be killed.
    const restored = await epoch();
    expect(await restoreKilledAt(undone + done)).toBe(false);
    expect(await expectOneWhole(restored, "not killed")).toBe(true);
    expect(existsSync(join(root, "restore.json"))).toBe(false);
  });
});

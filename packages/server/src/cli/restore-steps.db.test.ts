import { createHash } from "node:crypto";
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
import { sql } from "kysely";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { memoryFolder } from "@wordloom/testing/service/memory-folder";
import { finishForsakenRestore } from "../platform/database/backup/finish-restore.ts";
import { sqliteFile } from "../platform/database/connection.ts";
import { readRestoreMark } from "../platform/database/restore-mark.ts";
import type { Database } from "../platform/database/tables.ts";
import { aheadOfChanges, killedAt } from "../testing/faults/dying-disk.ts";
import { printFolder } from "../testing/app/folder-print.ts";
import {
  copyOfAddress,
  createTestAddress,
  openAtAddress,
  type TestAddress,
  testDialect,
  testOptions,
} from "@wordloom/testing/databases/test-database";
import { runCommand } from "./command-line.ts";

// Restoring a machine that already holds data changes the database and files next to it. If the
// restore is killed between any two steps, and so is the next command, then database and files are
// either both old or both from the backup.
const OWN = ["JWT_SECRET", "REFRESH_JWT_SECRET", "ADMIN_JWT_SECRET"] as const;

/** PostgreSQL's error code for `nowait`. */
const LOCK_NOT_AVAILABLE = "55P03";

let root: string;
let bundle: string;
let address: TestAddress;
beforeEach(async () => {
  root = mkdtempSync(join(memoryFolder(), "wordloom-steps-"));
  bundle = join(root, "bundle.tar");
  address = await createTestAddress();
  vi.stubEnv("DATA_DIR", root);
  vi.stubEnv("DATABASE_URL", address.url);
  // So that no other files interfere.
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

/** A secret with another value in the backup, and no key, which the backup has. */
function putFormerFiles(): void {
  writeFileSync(join(root, "secrets", "of-sign-in"), "former", { mode: 0o600 });
  rmSync(join(root, "keys", "of-packs"), { force: true });
}

/** The relevant files that a restore leaves in the data directory, with their content. */
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

async function within<T>(url: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openAtAddress(url);
  try {
    return await work(database);
  } finally {
    await database.destroy();
  }
}

function isStep(path: string): boolean {
  const file = sqliteFile(address.url);
  const inFolders = /^(keys|secrets|restore\.json)/.test(path.slice(root.length + 1));
  return inFolders || path === root || (file !== undefined && path.startsWith(file));
}

const place = (url: string) => ({
  DATA_DIR: root,
  DATABASE_URL: url,
  SQLITE_BUSY_TIMEOUT_MS: testOptions.busyTimeoutMs,
});

/**
 * What the steps change: keys, secrets, the note of a swap, and a SQLite file with its companions.
 */
function placesOfSteps(): string[] {
  const file = sqliteFile(address.url);
  const ofData = ["keys", "secrets", "restore.json"].map((name) => join(root, name));
  return file === undefined ? ofData : [...ofData, dirname(file)];
}

/** @returns a function that restores the disk to this state, any number of times */
function keepDisk(): () => void {
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

/**
 * Whether others see the restored tables of PostgreSQL; before that, they would wait for the former
 * ones.
 */
function isCommitted(): Promise<boolean> {
  return within(address.url, async (database) => {
    try {
      return await database.transaction().execute(async (tx) => {
        await sql`lock table restores in access share mode nowait`.execute(tx);
        return (await readRestoreMark(tx)) !== undefined;
      });
    } catch (error) {
      if (error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE) return false;
      throw error;
    }
  });
}

/** A fingerprint of a folder or file, to detect changes. */
function printOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return "absent";
  const content = found.isDirectory() ? printFolder(path).join("\n") : readFileSync(path, "latin1");
  return createHash("sha256").update(`${found.mode} ${content}`).digest("hex");
}

/** The state that a process killed at that moment leaves. */
interface State {
  /** Address of the database in its state at that time. */
  readonly url: string;
  putBack(): void;
}

/**
 * Restores, and saves the state before each step, which is what a process killed there leaves; an
 * open transaction ends with its process. Steps that change nothing, such as opening a folder to
 * flush it, share a state.
 *
 * @param former  a copy of the database; a SQLite file is kept with the rest of the disk
 */
async function statesOf(bundle: string, former: TestAddress): Promise<State[]> {
  const states: State[] = [];
  const known = new Map<string, State>();
  const ahead = async (path: string) => {
    if (!isStep(path)) return;
    const isFormer = testDialect === "postgres" && !(await isCommitted());
    const url = isFormer ? former.url : address.url;
    const print = [url, ...placesOfSteps().map(printOf)].join(" ");
    const state = known.get(print) ?? { url, putBack: keepDisk() };
    known.set(print, state);
    states.push(state);
  };
  putFormerFiles();
  await aheadOfChanges(ahead, async () => {
    expect(await restore(bundle)).toMatchObject({ status: 0 });
  });
  return states;
}

const restore = (bundle: string) => run("restore", bundle, "--replace", "--yes");

/** The next command is killed as well, one step later each time, until it finishes. */
async function finishWithKills(url: string): Promise<void> {
  const finishing = () => finishForsakenRestore(place(url));
  for (let at = 0; await killedAt(at, isStep, finishing);) at += 1;
}

/** @returns whether the database and the files are from the backup */
async function expectOneWhole(url: string, where: string): Promise<boolean> {
  vi.stubEnv("DATABASE_URL", url);
  expect(await run("migrate"), where).toMatchObject({ text: "The schema is up to date." });
  const isDone = (await within(url, readRestoreMark)) !== undefined;
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
    const former = await copyOfAddress(address);
    onTestFinished(() => former.remove());

    const states = await statesOf(bundle, former);
    expect(await expectOneWhole(address.url, "not killed")).toBe(true);
    expect(existsSync(join(root, "restore.json"))).toBe(false);

    const ends = new Map<State, boolean>();
    for (const [step, state] of states.entries()) {
      if (ends.has(state)) continue;
      state.putBack();
      await finishWithKills(state.url);
      ends.set(state, await expectOneWhole(state.url, `killed before step ${step}`));
    }
    const areDone = states.map((state) => ends.get(state) === true);
    // No state undoes what an earlier one has completed.
    expect(areDone).toEqual(areDone.toSorted());
    const undone = areDone.indexOf(true);
    expect(undone).toBeGreaterThan(5);
    expect(areDone.length - undone).toBeGreaterThan(2);

    // The last moment at which everything is undone, with a transaction that is allowed to finish.
    states[0]?.putBack();
    const { url } = states[0] ?? address;
    vi.stubEnv("DATABASE_URL", url);
    expect(await killedAt(undone - 1, isStep, () => restore(bundle))).toBe(true);
    await finishWithKills(url);
    expect(await expectOneWhole(url, "killed before the last step")).toBe(false);
  });
});

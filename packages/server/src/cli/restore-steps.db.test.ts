import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { memoryFolder } from "../testing/memory-folder.ts";
import { finishForsakenRestore } from "../platform/database/backup/finish-restore.ts";
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

describe("A restore that is killed before one of its steps", () => {
  it("leaves keys and secrets that agree with the database", { timeout: 180_000 }, async () => {
    expect(await run("migrate")).toMatchObject({ status: 0 });
    writeFileSync(join(root, "secrets", "of-sign-in"), "of the backup", { mode: 0o600 });
    writeFileSync(join(root, "keys", "of-packs"), "of the backup", { mode: 0o600 });
    expect(await run("backup", "--out", bundle)).toMatchObject({ status: 0 });

    const ends = { undone: 0, done: 0 };
    for (let step = 0; ; step += 1) {
      putFormerFiles();
      const before = await epoch();
      const where = `before step ${step}`;
      const restoring = () => run("restore", bundle, "--replace", "--yes");
      const isKilled = await killedAt(step, isStep, restoring);
      // What comes next is killed as well, one step later each time, until it comes to its end.
      const finishing = () => finishForsakenRestore(place());
      for (let at = 0; await killedAt(at, isStep, finishing);) at += 1;
      expect(await run("migrate"), where).toMatchObject({ text: "The schema is up to date." });

      const isDone = (await epoch()) !== before;
      expect(files(), where).toEqual(
        isDone
          ? { "secrets/of-sign-in": "of the backup", "keys/of-packs": "of the backup" }
          : { "secrets/of-sign-in": "former" },
      );
      if (!isKilled) break;
      ends[isDone ? "done" : "undone"] += 1;
    }
    expect(ends.undone).toBeGreaterThan(5);
    expect(ends.done).toBeGreaterThan(2);
    expect(existsSync(join(root, "restore.json"))).toBe(false);
  });
});

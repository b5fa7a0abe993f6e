import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { memoryFolder } from "@wordloom/testing/service/memory-folder";
import { prepareRestore } from "../platform/database/backup/restore-backup.ts";
import { claimSqlite } from "../platform/database/claim-sqlite.ts";
import { openDatabase } from "../platform/database/connection.ts";
import { systemClock } from "../platform/time/clock.ts";
import { addPlainLearners } from "@wordloom/testing/content/plain-learners";
import { testOptions } from "@wordloom/testing/databases/test-database";
import { runCommand } from "./command-line.ts";

// A restore on SQLite whose process ended before its last step: the complete file waits next to the
// former one. (On PostgreSQL the commit is the last step.)
let template: string;
let root: string;
let file: string;
beforeAll(async () => {
  template = mkdtempSync(join(memoryFolder(), "wordloom-forsaken-"));
  use(template);
  await prepare();
});
beforeEach(() => {
  root = mkdtempSync(join(memoryFolder(), "wordloom-forsaken-"));
  cpSync(template, root, { recursive: true });
  for (const name of ["keys", "secrets", "speech", "update"]) chmodSync(join(root, name), 0o700);
  use(root);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true });
});
afterAll(() => rmSync(template, { recursive: true }));

function use(folder: string): void {
  file = join(folder, "learning.db");
  vi.stubEnv("DATA_DIR", folder);
  vi.stubEnv("DATABASE_URL", `sqlite:${file}`);
}

/** Creates a backup of u1, a later change, and a restored file without that change. */
async function prepare(): Promise<void> {
  await run("migrate");
  await add("u1");
  expect((await run("backup")).status).toBe(0);
  renameSync(join(template, "backups"), join(template, "first"));
  await add("later");
  await prepareRestore({
    path: first(template),
    url: `sqlite:${file}`,
    options: testOptions,
    clock: systemClock,
    rebuild: async () => {},
    settle: async () => {},
  });
  expect(existsSync(`${file}.restored`)).toBe(true);
}

/** The backup. */
function first(folder: string): string {
  const [name = ""] = readdirSync(join(folder, "first")).filter((each) => each.endsWith(".db"));
  return join(folder, "first", name);
}

async function run(...args: string[]): Promise<{ status: number; text: string }> {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const status = await runCommand(args, { print, complain: print });
  return { status, text: lines.join("\n") };
}

async function add(id: string): Promise<void> {
  const database = await openDatabase(`sqlite:${file}`, testOptions);
  await addPlainLearners(database, [id]);
  await database.destroy();
}

async function learners(): Promise<string[]> {
  const database = await openDatabase(`sqlite:${file}`, testOptions);
  const rows = await database.selectFrom("users").select("id").orderBy("id").execute();
  await database.destroy();
  return rows.map(({ id }) => id);
}

describe("A restore that was cut off before its last step", () => {
  it.each([
    [["migrate"]],
    [["migrate", "status"]],
    [["admin", "list"]],
    [["keys", "show"]],
    [["backup"]],
    [["doctor", "--repair"]],
  ])("is finished before %j", async (command) => {
    const { status, text } = await run(...command);
    expect(status, text).toBe(0);
    expect(await learners()).toEqual(["u1"]);
    expect(existsSync(`${file}.restored`)).toBe(false);
  });

  it.each([[["migrate"]], [["backup"]], [["admin", "list"]], [["doctor", "--repair"]]])(
    "is left to the process that serves the database, so %j is refused",
    async (command) => {
      const release = await claimSqlite(`sqlite:${file}`, { waitMs: 0, onWait() {} });
      const { status, text } = await run(...command);
      release();
      expect(text).toContain("a restored database waits for the process that serves it");
      expect(status).toBe(1);
      expect(await learners()).toEqual(["later", "u1"]);
      expect(existsSync(`${file}.restored`)).toBe(true);
    },
  );

  it("is reported by the doctor, which changes nothing without --repair", async () => {
    const { status, text } = await run("doctor");
    expect(text).toContain("a restore was interrupted before its last step: start the service");
    expect(status).toBe(1);
    expect(await learners()).toEqual(["later", "u1"]);
  });

  it("is finished before another restore, which keeps its result", async () => {
    const { status, text } = await run("restore", first(root), "--replace", "--yes");
    expect(status, text).toBe(0);
    const [kept = ""] = /backup-pre-restore-\S+\.db/.exec(text) ?? [];
    await run("restore", join(root, "backups", kept), "--replace", "--yes", "--no-files");
    expect(await learners()).toEqual(["u1"]);
  });

  it("waits during a dry run of a restore", async () => {
    expect((await run("restore", first(root), "--dry-run", "--replace", "--yes")).status).toBe(0);
    expect(existsSync(`${file}.restored`)).toBe(true);
  });
});

import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { memoryFolder } from "@wordloom/testing/service/memory-folder";
import { addPlainLearners } from "@wordloom/testing/content/plain-learners";
import {
  copyOfAddress,
  createMigratedAddress,
  createTestAddress,
  openAtAddress,
  type TestAddress,
  testDialect,
} from "@wordloom/testing/databases/test-database";
import { claimOverhaul, endOverhaul } from "../platform/database/overhaul-claim.ts";
import { claimSqlite } from "../platform/database/claim-sqlite.ts";
import { ftsMatch } from "../platform/database/dialect/full-text.ts";
import { searchTokens } from "../platform/database/dialect/search-tokens.ts";
import { indexAllWords } from "../features/library/words/word-index.service.ts";
import { sqliteFile } from "../platform/database/connection.ts";
import { migrationStatus } from "../platform/database/migrate.ts";
import type { Database } from "../platform/database/tables.ts";
import { runCommand } from "./command-line.ts";

let root: string;
let addresses: TestAddress[];
beforeEach(() => {
  root = mkdtempSync(join(memoryFolder(), "wordloom-restore-"));
  addresses = [];
});
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const address of addresses) await address.remove();
  rmSync(root, { recursive: true });
});

/** A machine with a folder and a database, on which later commands run. */
async function machine(name: string, create = createTestAddress) {
  const address = await create();
  addresses.push(address);
  const dir = join(root, name);
  const use = () => {
    vi.stubEnv("DATA_DIR", dir);
    vi.stubEnv("DATABASE_URL", address.url);
  };
  use();
  return { dir, url: address.url, use };
}

async function run(...args: string[]): Promise<{ status: number; text: string }> {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const status = await runCommand(args, { print, complain: print });
  return { status, text: lines.join("\n") };
}

async function within<T>(url: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openAtAddress(url);
  try {
    return await work(database);
  } finally {
    await database.destroy();
  }
}

/** A machine in use, with a backup of it: each test that needs one gets a copy. */
let original: { readonly folder: string; readonly address: TestAddress };
beforeAll(async () => {
  const folder = mkdtempSync(join(memoryFolder(), "wordloom-original-"));
  const address = await createMigratedAddress();
  original = { folder, address };
  const dir = join(folder, "data");
  vi.stubEnv("DATA_DIR", dir);
  vi.stubEnv("DATABASE_URL", address.url);
  expect((await run("migrate")).status).toBe(0);
  await within(address.url, async (database) => {
    await addPlainLearners(database, ["u1", "u2"]);
    await sql`insert into words (id, text, text_folded, meaning, meaning_folded, difficulty,
        examples_json, tags_json, created_at_ms, updated_at_ms)
      values ('w1', 'Ship', 'ship', '船', '船', 0.5, '[]', '[]', 1, 1)`.execute(database);
    // Copied with the file on SQLite, and rebuilt from a dump.
    await indexAllWords(database);
  });
  writeFileSync(join(dir, "keys", "pack"), "key", { mode: 0o600 });
  expect(await run("backup", "--out", join(folder, "bundle.tar"))).toMatchObject({ status: 0 });
  vi.unstubAllEnvs();
});
afterAll(async () => {
  await original.address.remove();
  rmSync(original.folder, { recursive: true });
});

async function filledMachine() {
  const made = await machine("first", () => copyOfAddress(original.address));
  cpSync(join(original.folder, "data"), made.dir, { recursive: true });
  return made;
}

async function backedUpMachine() {
  const bundle = join(root, "bundle.tar");
  copyFileSync(join(original.folder, "bundle.tar"), bundle);
  return { ...(await filledMachine()), bundle };
}

const learners = (url: string) =>
  within(url, async (database) => {
    const rows = await database.selectFrom("users").select("id").orderBy("id").execute();
    return rows.map(({ id }) => id);
  });

/** Opening a SQLite file would create it. */
const isEmpty = async (url: string) => {
  const file = sqliteFile(url);
  if (file !== undefined) return !existsSync(file);
  return within(url, async (database) => (await migrationStatus(database)).applied.length === 0);
};

/** What the database records about restores. */
const restores = (url: string) =>
  within(url, async (database) => {
    const marks = await database.selectFrom("restores").select("id").execute();
    const entries = await database
      .selectFrom("audit_log")
      .select(["admin_id", "outcome", "target_id"])
      .where("action", "=", "db_restore")
      .execute();
    return { marks: marks.length, entries };
  });

/** The words that the search index finds by this text. */
const found = (url: string, text: string) =>
  within(url, async (database) => {
    const match = ftsMatch(database, searchTokens(text));
    const { rows } = await sql<{ text: string }>`select text from words where ${match}`.execute(
      database,
    );
    return rows.map((row) => row.text);
  });

const forms: (readonly [string, readonly string[]])[] = [
  ["its own form", []],
  ["a dump", ["--as", "dump"]],
];
/** PostgreSQL's own form is a dump. */
const formsHere = testDialect === "sqlite" ? forms : forms.slice(1);

describe("backup and restore", () => {
  it("erase accounts that were erased after the backup, and record when it was made", async () => {
    const { dir, url } = await filledMachine();
    const bundle = join(root, "bundle.tar");
    expect(await run("backup", "--out", bundle)).toMatchObject({ status: 0 });
    writeFileSync(join(dir, "backups", "erased.jsonl"), '{"userId":"u1","at":"x"}\n');
    expect(await run("restore", bundle, "--replace", "--yes")).toMatchObject({ status: 0 });
    expect(await learners(url)).toEqual(["u2"]);
    const [mark] = await within(url, (database) =>
      database.selectFrom("restores").selectAll().execute(),
    );
    expect(mark).toMatchObject({ id: 1 });
    expect(mark?.backup_at_ms).toBeLessThanOrEqual(Number(mark?.restored_at_ms));
    expect(Date.now() - Number(mark?.backup_at_ms)).toBeLessThan(60_000);
  });

  it.each(forms)("take rows of tables, no triggers and no views, by %s", async (_name, more) => {
    const target = await machine("target");
    const small = join(root, "small");
    vi.stubEnv("DATA_DIR", small);
    vi.stubEnv("DATABASE_URL", "");
    await run("migrate");
    const file = join(small, "learning.db");
    await within(`sqlite:${file}`, (database) => addPlainLearners(database, ["u1", "u2"]));
    const hostile = new DatabaseSync(file);
    hostile.exec(`
      create trigger rise after update on users begin update admins set role = 'super_admin'; end;
      drop table word_notes;
      create view word_notes as with recursive more (n) as (select 1 union all select n from more)
        select n from more;
      create table surprise (n)`);
    hostile.close();
    const bundle = join(root, "bundle.tar");
    expect(await run("backup", "--out", bundle, ...more)).toMatchObject({ status: 0 });

    target.use();
    expect(await run("restore", bundle)).toMatchObject({ status: 0 });
    expect(await learners(target.url)).toEqual(["u1", "u2"]);
    const { rows } = await within(target.url, (database) =>
      (testDialect === "sqlite"
        ? sql`select name || ' is a ' || type as kind from sqlite_schema
            where name in ('rise', 'word_notes', 'surprise')`
        : sql`select relname || case relkind when 'r' then ' is a table' end as kind from pg_class
            where relname in ('word_notes', 'surprise')
            union all select tgname from pg_trigger where tgname = 'rise'`
      ).execute(database),
    );
    expect(rows).toEqual([{ kind: "word_notes is a table" }]);
  });

  it.each(formsHere)("bring a lost machine back on an empty one, by %s", async (_name, more) => {
    const first = await filledMachine();
    const bundle = join(root, "bundle.tar");
    expect(await run("backup", "--out", bundle, ...more)).toMatchObject({ status: 0 });
    expect(statSync(bundle).mode & 0o777).toBe(0o600);
    expect((await run("backup", "--out", bundle)).status).toBe(1);
    const secrets = readdirSync(join(first.dir, "secrets"));

    const second = await machine("second");
    expect((await run("backup", "verify", bundle)).status).toBe(0);
    expect((await run("restore", bundle, "--dry-run")).text).toContain("Nothing was changed");
    const { status, text } = await run("restore", bundle);
    expect(text).toMatch(/^Restored: \d+ rows in \d+ tables, \d+ files\.$/m);
    expect(status).toBe(0);
    expect(await learners(second.url)).toEqual(["u1", "u2"]);
    expect(await found(second.url, "ship")).toEqual(["Ship"]);
    for (const name of secrets) {
      const path = join("secrets", name);
      expect(readFileSync(join(second.dir, path))).toEqual(readFileSync(join(first.dir, path)));
    }
    const key = join(second.dir, "keys", "pack");
    expect(readFileSync(key, "utf8")).toBe("key");
    expect(statSync(key).mode & 0o777).toBe(0o600);
    expect(await run("migrate")).toMatchObject({ text: "The schema is up to date." });
    expect(readdirSync(second.dir).filter((name) => name.startsWith("."))).toEqual([]);
  });

  it("treat a database that was only opened as empty", async () => {
    const { bundle } = await backedUpMachine();
    const second = await machine("second");
    expect((await run("migrate", "status")).text).toContain("pending ");
    expect(await run("restore", bundle)).toMatchObject({ status: 0 });
    expect(await learners(second.url)).toEqual(["u1", "u2"]);
  });

  it("do not treat a database with another program's tables as empty", async () => {
    const { bundle } = await backedUpMachine();
    const { url } = await machine("second");
    await within(url, (database) => sql`create table theirs (id text)`.execute(database));
    expect(await run("restore", bundle)).toMatchObject({
      status: 1,
      text: "the database is not empty: --replace --yes replaces it",
    });
    const found = await within(url, (database) => sql`select * from theirs`.execute(database));
    expect(found.rows).toEqual([]);
  });

  it("leave no database without its keys", async () => {
    const { bundle } = await backedUpMachine();

    const second = await machine("second");
    // A key that cannot be written, because a folder has its name.
    mkdirSync(join(second.dir, "keys", "pack"), { recursive: true });
    const { status, text } = await run("restore", bundle);
    expect(text).toMatch(/EISDIR|ENOTEMPTY|EEXIST/);
    expect(status).toBe(1);
    expect(await isEmpty(second.url)).toBe(true);
    expect(readdirSync(join(second.dir, "keys"))).toEqual(["pack"]);
    rmSync(join(second.dir, "keys", "pack"), { recursive: true });
    expect((await run("restore", bundle)).status).toBe(0);
    expect(readFileSync(join(second.dir, "keys", "pack"), "utf8")).toBe("key");
  });

  it.each(forms)("move from SQLite to the other database, by %s", async (_name, more) => {
    const target = await machine("target");
    vi.stubEnv("DATA_DIR", join(root, "small"));
    vi.stubEnv("DATABASE_URL", "");
    await run("migrate");
    const small = `sqlite:${join(root, "small", "learning.db")}`;
    await within(small, (database) => addPlainLearners(database, ["u1"]));
    const bundle = join(root, "bundle.tar");
    expect((await run("backup", "--out", bundle, "--no-files", ...more)).status).toBe(0);
    target.use();
    expect((await run("restore", bundle)).text).toContain("0 files");
    expect(await learners(target.url)).toEqual(["u1"]);
  });

  it("replace a database only on request, and keep the former one", async () => {
    const { dir, url } = await filledMachine();
    expect((await run("backup")).text).toContain("and verified it");
    const [name = ""] = readdirSync(join(dir, "backups")).filter((each) => /\d\.\w+$/.test(each));
    const file = join(dir, "backups", name);
    await within(url, (database) => addPlainLearners(database, ["later"]));
    expect((await run("restore", file)).text).toContain("not empty");
    expect((await run("restore", file, "--replace")).status).toBe(2);
    expect(await learners(url)).toEqual(["later", "u1", "u2"]);

    const { status, text } = await run("restore", file, "--replace", "--yes");
    expect(text).toContain("is kept as backup-pre-restore-");
    expect(status).toBe(0);
    expect(await learners(url)).toEqual(["u1", "u2"]);
    const kept = readdirSync(join(dir, "backups")).find((each) =>
      /pre-restore.*\d\.\w+$/.test(each),
    );
    await run("restore", join(dir, "backups", kept ?? ""), "--replace", "--yes");
    expect(await learners(url)).toEqual(["later", "u1", "u2"]);
  });

  it("change nothing if a step after the load fails", async () => {
    const { dir, url, bundle } = await backedUpMachine();
    await within(url, (database) => addPlainLearners(database, ["later"]));
    // The list of accounts to erase again cannot be read.
    const list = join(dir, "backups", "erased.jsonl");
    mkdirSync(list);
    const { status, text } = await run("restore", bundle, "--replace", "--yes");
    expect(text).toContain("EISDIR");
    expect(status).toBe(1);
    expect(await learners(url)).toEqual(["later", "u1", "u2"]);
    expect(await restores(url)).toEqual({ marks: 0, entries: [] });

    rmSync(list, { recursive: true });
    expect((await run("restore", bundle, "--replace", "--yes")).status).toBe(0);
    expect(await learners(url)).toEqual(["u1", "u2"]);
    const entry = {
      admin_id: null,
      outcome: "success",
      target_id: expect.stringMatching(/^backup-/),
    };
    expect(await restores(url)).toEqual({ marks: 1, entries: [entry] });
  });

  it("refuse a damaged backup, and change nothing", async () => {
    const { dir, url, bundle } = await backedUpMachine();
    const bytes = readFileSync(bundle);
    bytes[700] = (bytes[700] ?? 0) ^ 1;
    writeFileSync(bundle, bytes);
    expect((await run("backup", "verify", bundle)).text).toContain("BAD  sha256");
    const { status, text } = await run("restore", bundle, "--replace", "--yes");
    expect(text).toContain("nothing was changed");
    expect(status).toBe(1);
    expect(await learners(url)).toEqual(["u1", "u2"]);
    expect(readdirSync(join(dir, "backups"))).toEqual([]);
  });

  it("refuse to back up a missing database", async () => {
    const { dir } = await machine("first");
    const { status, text } = await run("backup");
    expect(text).toMatch(/is not there|is empty/);
    expect(status).toBe(1);
    expect(readdirSync(join(dir, "backups"))).toEqual([]);
  });

  it("refuse while a service uses the database", async () => {
    const { url, bundle } = await backedUpMachine();
    let stop = () => {};
    if (testDialect === "sqlite") stop = await claimSqlite(url, { waitMs: 0, onWait() {} });
    else {
      await within(url, (database) =>
        sql`insert into service_instances (id, host, pid, version, started_at_ms, last_seen_at_ms)
          values ('i', 'h', 1, 'v', 1, ${Date.now()})`.execute(database),
      );
    }
    const { status, text } = await run("restore", bundle, "--replace", "--yes");
    stop();
    expect(text).toMatch(/stop (it|all of them) first/);
    expect(status).toBe(1);
  });

  it.runIf(testDialect === "postgres")(
    "take a process seen tomorrow for one that died with its clock ahead, if nobody is connected",
    async () => {
      const { url, bundle } = await backedUpMachine();
      await within(url, async (database) => {
        await sql`insert into service_instances (id, host, pid, version, started_at_ms,
            last_seen_at_ms)
          values ('i', 'h', 1, 'v', 1, ${Date.now() + 86_400_000})`.execute(database);
        const { status, text } = await run("restore", bundle, "--replace", "--yes");
        expect(text).toContain("stop all of them first");
        expect(status).toBe(1);
      });
      // The server may need a moment to notice that a connection has ended.
      const status = async () => (await run("restore", bundle, "--replace", "--yes")).status;
      await expect.poll(status).toBe(0);
    },
  );

  it("refuse while another restore, or an update, is running", async () => {
    const { url, bundle } = await backedUpMachine();
    await within(url, (database) => addPlainLearners(database, ["later"]));
    await claimOverhaul(url);
    const { status, text } = await run("restore", bundle, "--replace", "--yes");
    expect(text).toMatch(/^UPDATE_IN_PROGRESS: /);
    expect(status).toBe(1);
    await endOverhaul(url);
    expect(await learners(url)).toEqual(["later", "u1", "u2"]);
    expect((await run("restore", bundle, "--replace", "--yes")).status).toBe(0);
    await claimOverhaul(url);
    await endOverhaul(url);
  });

  it.each([[["backup", "--as", "x"]], [["backup", "more"]], [["restore"]], [["backup", "verify"]]])(
    "explain their failures: %j",
    async (args) => {
      await machine("first");
      expect((await run(...args)).status).toBe(2);
    },
  );
});

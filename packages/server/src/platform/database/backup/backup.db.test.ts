import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { gunzipSync, gzipSync } from "node:zlib";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { memoryFolder } from "@wordloom/testing/service/memory-folder";
import { addPlainLearners } from "@wordloom/testing/content/plain-learners";
import {
  createMigratedAddress,
  createTestAddress,
  testDialect,
  testOptions,
  type TestAddress,
} from "@wordloom/testing/databases/test-database";
import { systemClock } from "../../time/clock.ts";
import { openDatabase } from "../connection.ts";
import { migrate } from "../migrate.ts";
import { listTables } from "../table-names.ts";
import type { Database } from "../tables.ts";
import { createBackup, type BackupOrder } from "./create-backup.ts";
import { loadDump } from "./load-dump.ts";
import { readDump, type DumpReader } from "./read-dump.ts";
import { readSqliteAsDump } from "./sqlite-as-dump.ts";
import { verifyBackup } from "./verify-backup.ts";

const NOW = Date.parse("2026-05-01T12:34:56Z");

let folder: string;
let address: TestAddress;
let database: Database;
const cleanups: (() => Promise<void>)[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(memoryFolder(), "wordloom-backup-"));
  for (const [name, text] of [
    ["keys", "k"],
    ["secrets", "s"],
  ] as const) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, "one"), text, { mode: 0o600 });
  }
  ({ address, database } = await openAt(await createMigratedAddress()));
  await fill(database);
});
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
  rmSync(folder, { recursive: true });
});

const openEmpty = async () => openAt(await createTestAddress());

async function openAt(made: TestAddress) {
  const opened = await openDatabase(made.url, testOptions);
  cleanups.push(async () => {
    await opened.destroy();
    await made.remove();
  });
  return { address: made, database: opened };
}

async function fill(db: Database): Promise<void> {
  await addPlainLearners(db, ["u2", "u1", "ü3"]);
  await sql`insert into words (id, text, text_folded, meaning, meaning_folded, difficulty,
      examples_json, tags_json, created_at_ms, updated_at_ms)
    values ('w1', 'Ship', 'ship', '船', '船', ${0.1 + 0.2}, '[]', '[]', 1, 1)`.execute(db);
  await sql`insert into word_notes (id, user_id, word_id, content, created_at_ms, updated_at_ms)
    values ('n1', 'u1', 'w1', '', 1, 1)`.execute(db);
  await sql`insert into job_runs (worker, started_at_ms, duration_ms, outcome, error)
    values ('w', 9007199254740993, 1, 'ok', ${'line\n"two"\u2028 ✓'})`.execute(db);
}

function order(more: Partial<BackupOrder> = {}): BackupOrder {
  return {
    database,
    url: address.url,
    dataDir: folder,
    folder: join(folder, "backups"),
    kind: "manual",
    nowMs: NOW,
    ...more,
  };
}

/** Number of bytes of a backup that are changed, one at a time. */
const PLACES = 12;
const dumpName = "backup-manual-20260501-123456.dump";
/** The list of names is not a backup, and remains. */
const filesLeft = () =>
  readdirSync(join(folder, "backups")).filter((name) => name !== "backup-names.jsonl");
const pathOf = (name: string) => join(folder, "backups", name);
const readNamed = (name: string) => (reader: DumpReader) => readDump(pathOf(name), reader);

/** The row lines of a dump, each table's sorted: the order may differ between databases. */
function content(name: string): string[] {
  const lines = gunzipSync(readFileSync(pathOf(name)))
    .toString()
    .trimEnd()
    .split("\n");
  let table = "";
  return lines
    .slice(1, -1)
    .map((line) => (line.startsWith("{") ? (table = line) : `${table} ${line}`))
    .toSorted();
}

async function failing(name: string): Promise<string[]> {
  return (await verifyBackup(pathOf(name))).filter(({ ok }) => !ok).map((each) => each.name);
}

describe("a dump", () => {
  it("loaded into an empty database gives the same dump again", async () => {
    const { rows } = await createBackup(order({ asDump: true }));
    expect(rows).toMatchObject({ users: 3, job_runs: 1 });
    const other = await openEmpty();
    await loadDump(other.database, readNamed(dumpName), async () => {});
    expect(await migrate(other.database, systemClock)).toEqual({ applied: [] });
    const again = { database: other.database, url: other.address.url, kind: "daily" } as const;
    const { name } = await createBackup(order({ asDump: true, ...again }));
    expect(content(name)).toEqual(content(dumpName));
    expect(content(name).join("\n")).toContain('{"$n":"9007199254740993"}');
  });

  it("replaces the content of the database, whose rules apply again", async () => {
    await createBackup(order({ asDump: true }));
    const other = testDialect === "postgres" ? { database, address } : await openEmpty();
    if (testDialect === "postgres") await addPlainLearners(database, ["later"]);
    await loadDump(other.database, readNamed(dumpName), async () => {});
    const users = await other.database.selectFrom("users").select("id").orderBy("id").execute();
    expect(users.map(({ id }) => id)).toEqual(["u1", "u2", "ü3"]);
    const orphan = sql`insert into word_notes values ('n2', 'nobody', 'w1', '', 1, 1)`;
    await expect(orphan.execute(other.database)).rejects.toThrow();
    const found = other.database.selectFrom("job_runs").select("id").execute();
    const [{ id = 0 } = {}] = await found;
    await sql`insert into job_runs (worker, started_at_ms, duration_ms, outcome)
      values ('next', 1, 1, 'ok')`.execute(other.database);
    const next = await other.database.selectFrom("job_runs").select("id").orderBy("id").execute();
    expect(Number(next.at(-1)?.id)).toBeGreaterThan(Number(id));
  });

  it("that fails midway changes nothing", async () => {
    await createBackup(order({ asDump: true }));
    const bytes = readFileSync(pathOf(dumpName));
    writeFileSync(pathOf(dumpName), bytes.subarray(0, bytes.length - 60));
    const other = testDialect === "postgres" ? { database } : await openEmpty();
    await expect(loadDump(other.database, readNamed(dumpName), async () => {})).rejects.toThrow();
    const tables = testDialect === "postgres" ? 3 : 0;
    const found = await sql<{ n: number }>`select count(*) as n from users`
      .execute(other.database)
      .then(
        ({ rows }) => Number(rows[0]?.n),
        () => 0,
      );
    expect(found).toBe(tables);
  });

  it("with one row changed, added or removed is detected", async () => {
    await createBackup(order({ asDump: true }));
    const text = gunzipSync(readFileSync(pathOf(dumpName))).toString();
    const row = text.split("\n").find((line) => line.startsWith("[") && line.includes("u1@")) ?? "";
    const versions = [
      text.replace("u1@", "x1@"),
      text.replace(`${row}\n`, ""),
      text.replace(row, `${row}\n${row}`),
      text.slice(0, text.lastIndexOf('{"end"')),
    ];
    for (const version of versions) {
      writeFileSync(pathOf(dumpName), gzipSync(version));
      expect(await failing(dumpName)).toEqual(
        expect.arrayContaining(["sha256", "integrity", "row_counts", "schema"]),
      );
    }
  });
});

/** Adds a table to a dump, or changes its first line; its digests fit. */
function forge({
  head = {},
  table,
  rows = [],
}: {
  readonly head?: object;
  readonly table?: { readonly table: string; readonly columns: readonly string[] };
  readonly rows?: readonly (readonly unknown[])[];
}): void {
  const whole = gunzipSync(readFileSync(pathOf(dumpName))).toString();
  const [first = "", ...lines] = whole.trimEnd().split("\n");
  const { end } = JSON.parse(lines.pop() ?? "") as { end: Record<string, unknown> };
  const added = rows.map((row) => `${JSON.stringify(row)}\n`).join("");
  const sha256 = createHash("sha256").update(added).digest("hex");
  const last = table === undefined ? end : { ...end, [table.table]: { rows: rows.length, sha256 } };
  const begun = JSON.stringify({ ...(JSON.parse(first) as object), ...head });
  if (table !== undefined) lines.push(JSON.stringify(table));
  const text = [begun, ...lines, `${added}${JSON.stringify({ end: last })}`, ""].join("\n");
  writeFileSync(pathOf(dumpName), gzipSync(text));
}

describe("a dump that someone else made", () => {
  const roles = { table: "pg_authid", columns: ["oid", "rolname", "rolsuper"] };
  const role = [99_999, "intruder", "t"];
  it.each([
    ["of the catalog", { table: roles, rows: [role] }, "rows of pg_authid, which is no table"],
    [
      "of the other catalog",
      { table: { table: "sqlite_schema", columns: ["type"] }, rows: [["table"]] },
      "rows of sqlite_schema, which is no table",
    ],
    [
      "of the search index",
      { table: { table: "words_search_data", columns: ["id"] }, rows: [[1]] },
      "rows of words_search_data, which is no table",
    ],
    [
      "of a column that is not ours",
      { table: { table: "wordbook_words", columns: ["xmin"] }, rows: [[1]] },
      "a column xmin in wordbook_words",
    ],
    ["of another version", { head: { migrations: [] } }, "is no table of its version"],
  ])("is refused for rows %s, and nothing changes", async (_name, change, message) => {
    await createBackup(order({ asDump: true }));
    forge(change);
    const target = testDialect === "postgres" ? { database } : await openEmpty();
    const load = loadDump(target.database, readNamed(dumpName), async () => {});
    await expect(load).rejects.toThrow(message);
    if (testDialect === "sqlite") return;
    const { rows } = await sql`select rolname from pg_authid where rolname = 'intruder'
      union all select id from users where id = 'u1'`.execute(database);
    expect(rows).toEqual([{ rolname: "u1" }]);
  });

  it("is refused if its rows name other migrations than its head", async () => {
    await createBackup(order({ asDump: true }));
    forge({
      table: { table: "schema_migrations", columns: ["name", "applied_at_ms"] },
      rows: [["9999-of-tomorrow", 1]],
    });
    const target = await openEmpty();
    const load = loadDump(target.database, readNamed(dumpName), async () => {});
    await expect(load).rejects.toThrow("not those of its rows");
  });

  it("may have an empty table that is not ours", async () => {
    await createBackup(order({ asDump: true }));
    forge({ table: { table: "surprise", columns: ["n"] } });
    const target = await openEmpty();
    await loadDump(target.database, readNamed(dumpName), async () => {});
    expect(await listTables(target.database)).not.toContain("surprise");
  });
});

/** One file suffices, whatever the database of the service. */
describe.runIf(testDialect === "sqlite")("a SQLite file that someone else made", () => {
  const endless = `with recursive more (name) as (select '1' union all select name from more)
    select name from more`;
  it.each([
    [
      "whose migrations are an endless view",
      `drop table schema_migrations; create view schema_migrations as ${endless}`,
      "schema_migrations is not a table of it",
    ],
    [
      "without migrations",
      "drop table schema_migrations",
      "schema_migrations is not a table of it",
    ],
    [
      "that computes a column",
      "create table sums (a text, b generated always as (instr(a, a)) virtual)",
      "the column b of sums is computed",
    ],
    [
      "whose search index reads an endless view",
      `drop table words_search; create view more as ${endless};
        create virtual table words_search using fts5(name, content = 'more');
        create view others as select * from words_search`,
      undefined,
    ],
    [
      "with a statement as the name of a table",
      `create table "job_runs"", (${endless.replaceAll('"', '""')}) -- " (n)`,
      undefined,
    ],
    [
      "with conditions and indexes that are not ours, which nothing computes",
      `pragma ignore_check_constraints = on;
        create table slow (a check (a > 1)); insert into slow values (1);
        create index slowest on slow (a);
        pragma writable_schema = on;
        update sqlite_schema set sql = 'create index slowest on slow (a + 1)'
          where name = 'slowest'`,
      undefined,
    ],
  ])("%s is judged at once, and restored only if it is good", async (_name, change, fault) => {
    const { name } = await createBackup(order());
    const file = new DatabaseSync(pathOf(name), { defensive: false });
    file.exec(change);
    file.close();
    const found = (await verifyBackup(pathOf(name))).find((each) => each.name === "integrity");
    expect(found?.detail).toBe(fault ?? "read in full");
    if (fault === undefined) return;
    const target = await openEmpty();
    const load = loadDump(
      target.database,
      (reader) => readSqliteAsDump(pathOf(name), reader),
      async () => {},
    );
    await expect(load).rejects.toThrow(fault);
    expect(await listTables(target.database)).toEqual([]);
  });
});

describe("createBackup", () => {
  it("writes a database, a manifest and files, readable only by their owner", async () => {
    const manifest = await createBackup(order());
    const extension = testDialect === "sqlite" ? "db" : "dump";
    const name = `backup-manual-20260501-123456.${extension}`;
    expect(filesLeft()).toEqual([...[name, `${name}.files.tar`, `${name}.manifest.json`]]);
    for (const file of readdirSync(join(folder, "backups"))) {
      expect(statSync(pathOf(file)).mode & 0o777).toBe(0o600);
    }
    expect(manifest).toMatchObject({ name, kind: "manual", database: testDialect, format: 1 });
    expect(manifest.files.map(({ path }) => path)).toEqual(["keys/one", "secrets/one"]);
    expect(manifest.rows).toMatchObject({ users: 3 });
    expect(await failing(name)).toEqual([]);
    expect((await createBackup(order())).name).toBe(name.replace(".", "-2."));
  });

  it("contains the state at its start, while others write", async () => {
    let writes = 0;
    let done = false;
    const writing = (async () => {
      while (!done) {
        writes += 1;
        await addPlainLearners(database, [`w${writes}`]);
        await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    const { rows, name } = await createBackup(order());
    done = true;
    await writing;
    expect(rows["users"]).toBeLessThanOrEqual(3 + writes);
    expect(rows["users"]).toBeGreaterThanOrEqual(3);
    expect(await failing(name)).toEqual([]);
  });

  it("finds any changed byte", async () => {
    const { name } = await createBackup(order());
    const path = pathOf(name);
    const good = readFileSync(path);
    // The digest covers all bytes alike, so a few places represent them all.
    for (let step = 0; step < PLACES; step += 1) {
      const bytes = Buffer.from(good);
      const at = Math.floor((good.length / PLACES) * step);
      bytes[at] = (bytes[at] ?? 0) ^ 0x10;
      writeFileSync(path, bytes);
      expect(await failing(name), `byte ${at}`).toContain("sha256");
    }
    writeFileSync(path, good);
    const tar = readFileSync(`${path}.files.tar`);
    tar[512] = 0x20;
    writeFileSync(`${path}.files.tar`, tar);
    expect(await failing(name)).toEqual(["files"]);
    rmSync(`${path}.files.tar`);
    expect(await failing(name)).toEqual(["files"]);
    rmSync(`${path}.manifest.json`);
    expect(await failing(name)).toEqual(["manifest"]);
  });

  it("made at the same time as others in the same folder takes its own name", async () => {
    const made = await Promise.all([1, 2, 3].map(() => createBackup(order())));
    expect(new Set(made.map(({ name }) => name)).size).toBe(3);
    for (const { name } of made) expect(await failing(name)).toEqual([]);
    expect(filesLeft()).toHaveLength(9);
  });

  it("never reuses the name of a removed backup", async () => {
    const first = await createBackup(order());
    for (const file of filesLeft()) rmSync(pathOf(file));
    const second = await createBackup(order());
    expect([first.name, second.name]).toEqual([...[first.name, first.name.replace(".", "-2.")]]);
    expect([first.sequence, second.sequence]).toEqual([1, 2]);
  });

  it("continues counting if the list of names was left behind or cut off", async () => {
    await createBackup(order());
    await createBackup(order());
    rmSync(pathOf("backup-names.jsonl"));
    expect((await createBackup(order())).sequence).toBe(3);
    appendFileSync(pathOf("backup-names.jsonl"), '{"sequence":9');
    expect((await createBackup(order())).sequence).toBe(4);
  });

  it("leaves no files when it fails", async () => {
    const onProgress = () => {
      throw new Error("no space");
    };
    await expect(createBackup(order({ onProgress, asDump: true }))).rejects.toThrow("no space");
    expect(filesLeft()).toEqual([]);
  });
});

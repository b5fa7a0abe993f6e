import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addPlainLearners } from "@wordloom/testing/content/plain-learners";
import {
  copyOfAddress,
  createTestAddress,
  testDialect,
  testOptions,
  type TestAddress,
} from "@wordloom/testing/databases/test-database";
import { openDatabase } from "./connection.ts";
import { migrate, migrationStatus } from "./migrate.ts";
import { migrations } from "./migrations/index.ts";
import type { Migration } from "./migrations/migration.ts";
import { programMinReaderSchema, programSchema, readSchemaVersion } from "./schema-version.ts";
import { isStorageUnavailable } from "./storage-errors.ts";
import type { Database } from "./tables.ts";

const clock = { nowMs: () => 1_700_000_000_000, monotonicMs: () => 0 };

const fruit: Migration = { name: "0001-fruit", statements: ["create table fruit (a text)"] };
const seeds: Migration = {
  name: "0002-seeds",
  statements: ["insert into fruit (a) values ('apple')", "create table seeds (a integer)"],
};

let addresses: TestAddress[];
let handles: Database[];

beforeEach(() => {
  addresses = [];
  handles = [];
});
afterEach(async () => {
  await Promise.all(handles.map((handle) => handle.destroy()));
  for (const address of addresses) await address.remove();
});

/** Another handle to the test's database, which is empty at first, or to a copy of this one. */
async function open(former?: TestAddress): Promise<Database> {
  if (addresses.length === 0) {
    addresses.push(await (former === undefined ? createTestAddress() : copyOfAddress(former)));
  }
  const handle = await openDatabase(addresses[0]?.url ?? "", testOptions);
  handles.push(handle);
  return handle;
}

async function count(db: Database, table: string): Promise<number> {
  const query = sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`;
  return (await query.execute(db)).rows[0]?.n ?? -1;
}

const memoryOf = (masteredAtMs: number | null, forgottenAtMs: number | null) =>
  JSON.stringify({ schema: 2, masteredAtMs, forgottenAtMs });

/** Migrations that change the content of rows, in order. */
const STEPS_OF_ROWS = [
  "0021-mastery-edges",
  "0023-rows-of-learners",
  "0033-learner-administration",
  "0047-owner-ban-flags",
  "0050-audit-names",
] as const;

/** The empty database before each of them. */
const before = new Map<(typeof STEPS_OF_ROWS)[number], TestAddress>();

/** Each is made from the previous one, because most migrations precede several of these. */
beforeAll(async () => {
  let address: TestAddress | undefined;
  for (const name of STEPS_OF_ROWS) {
    address = address === undefined ? await createTestAddress() : await copyOfAddress(address);
    before.set(name, address);
    const database = await openDatabase(address.url, testOptions);
    const place = migrations.findIndex((step) => step.name === name);
    await migrate(database, clock, { steps: migrations.slice(0, place) });
    await database.destroy();
  }
});
afterAll(async () => {
  for (const address of before.values()) await address.remove();
});

describe("the step for the administration of learners", () => {
  it("folds names, and takes the last sign-in or use of a device as last seen", async () => {
    const db = await open(before.get("0033-learner-administration"));
    await addPlainLearners(db, ["u1", "u2", "u3"]);
    const names = { u1: "ÉMILE Müller", u2: "ИВАН-1", u3: "ADA 王芳" };
    for (const [id, username] of Object.entries(names)) {
      await db.updateTable("users").set({ username }).where("id", "=", id).execute();
    }
    await db.updateTable("users").set({ last_login_at_ms: 5 }).where("id", "<", "u3").execute();
    const device = { platform: "web", first_seen_at_ms: 1 };
    await db
      .insertInto("devices")
      .values([
        { ...device, id: "d1", user_id: "u1", last_seen_at_ms: 7 },
        { ...device, id: "d2", user_id: "u2", last_seen_at_ms: 3 },
      ])
      .execute();
    await migrate(db, clock);
    const rows = await db.selectFrom("users").selectAll().orderBy("id").execute();
    expect(rows.map((row) => [row.username_folded, row.last_seen_at_ms])).toEqual([
      ["émile müller", 7],
      ["иван-1", 5],
      ["ada 王芳", null],
    ]);
  });
});

describe("the step for flags of banned owners", () => {
  it("gives old flags the reason that an unban clears, and leaves others", async () => {
    const db = await open(before.get("0047-owner-ban-flags"));
    const reasons = { d1: "owner_banned", d2: "same_owner", d3: null };
    for (const [id, reason] of Object.entries(reasons)) {
      await sql`insert into devices (id, first_seen_at_ms, last_seen_at_ms, risk_reason, platform)
        values (${id}, 1, 1, ${reason}, 'web')`.execute(db);
    }
    await migrate(db, clock);
    const rows = await db
      .selectFrom("devices")
      .select(["id", "risk_reason"])
      .orderBy("id")
      .execute();
    expect(rows.map((row) => row.risk_reason)).toEqual(["user_ban", "same_owner", null]);
  });
});

describe("the step for names of the audit log", () => {
  it("gives old entries the published action of a restore, and settings their target", async () => {
    const db = await open(before.get("0050-audit-names"));
    const actions = [
      "db_backup.restore",
      "db_backup.manual",
      "settings.update",
      "set_version_gate",
    ];
    for (const action of actions) {
      const row = { metadata_json: "{}", outcome: "success", started_at_ms: 1 } as const;
      await db
        .insertInto("audit_log")
        .values({ ...row, action })
        .execute();
    }
    await migrate(db, clock);
    const rows = await db.selectFrom("audit_log").selectAll().orderBy("id").execute();
    expect(rows.map((row) => [row.action, row.target_type, row.target_id])).toEqual([
      ["db_restore", null, null],
      ["db_backup.manual", null, null],
      ["settings.update", "settings", "system"],
      ["set_version_gate", "settings", "version_gate"],
    ]);
  });
});

describe("the step that adds mastery edges", () => {
  it("fills the column from the memories", async () => {
    const db = await open(before.get("0021-mastery-edges"));
    await addPlainLearners(db, ["u1"]);
    const memories = {
      kept: memoryOf(5, null),
      lost: memoryOf(5, 7),
      again: memoryOf(9, 7),
      never: memoryOf(null, 7),
      unmet: null,
    };
    for (const [word_id, memory_json] of Object.entries(memories)) {
      const figures = { mastery_level: 0, half_life_hours: 24, stability_days: 0 };
      const counts = { correct_streak: 0, total_attempts: 0, created_at_ms: 1, updated_at_ms: 1 };
      const row = { user_id: "u1", word_id, state: "new" as const, memory_json };
      await db
        .insertInto("word_states")
        .values({ ...row, ...figures, ...counts })
        .execute();
    }
    await migrate(db, clock);
    const rows = await db.selectFrom("word_states").select(["word_id", "mastery_edges"]).execute();
    const edges = rows.map(({ word_id, mastery_edges }) => [
      word_id,
      JSON.parse(`${mastery_edges}`),
    ]);
    const expected = { kept: [5], lost: [5, -7], again: [9], never: null, unmet: null };
    expect(Object.fromEntries(edges)).toEqual(expected);
  });
});

describe("the step that ties rows to their learners", () => {
  it("removes rows that earlier erasures left, and nothing else", async () => {
    const db = await open(before.get("0023-rows-of-learners"));
    await addPlainLearners(db, ["here"]);
    for (const user_id of ["here", "gone"]) await addRowsOf(db, user_id);
    const seen = { platform: "ios", first_seen_at_ms: 1, last_seen_at_ms: 1, ip: "192.0.2.1" };
    const banned = { ...seen, id: "banned phone of gone", user_id: "gone", banned_at_ms: 1 };
    await db.insertInto("devices").values(banned).execute();
    await db.insertInto("engine_policies").values(policyOf("")).execute();
    await db.insertInto("sessions").values(sessionOf("admin", "gone")).execute();

    await migrate(db, clock);
    const { rows: left } = await sql<{ user_id: string }>`
      select user_id from wordbook_center_settings union all select user_id from engine_policies
      union all select kind from sessions union all select coalesce(user_id, ip, id) from devices
      union all select user_id from wordbooks union all select wordbook_id from wordbook_words
    `.execute(db);
    expect(left.map(({ user_id }) => user_id).toSorted()).toEqual([
      "",
      "admin",
      "banned phone of gone",
      "book of here",
      ...Array(4).fill("here"),
      "learner",
    ]);
  });
});

const policyOf = (user_id: string) => ({ user_id, basis: "b", policy_json: "", solved_at_ms: 1 });

const sessionOf = (kind: "admin" | "learner", account_id: string) => ({
  id: `${kind} ${account_id}`,
  kind,
  account_id,
  created_at_ms: 1,
  expires_at_ms: 1,
});

/** One row in tables of each kind. */
async function addRowsOf(db: Database, user_id: string): Promise<void> {
  await db.insertInto("wordbook_center_settings").values({ user_id, url: null }).execute();
  await db.insertInto("engine_policies").values(policyOf(user_id)).execute();
  await db.insertInto("sessions").values(sessionOf("learner", user_id)).execute();
  const seen = { platform: "ios", first_seen_at_ms: 1, last_seen_at_ms: 1 };
  await db
    .insertInto("devices")
    .values({ ...seen, id: `phone of ${user_id}`, user_id })
    .execute();
  const book = { id: `book of ${user_id}`, name: "", description: "", type: "user" as const };
  await db
    .insertInto("wordbooks")
    .values({ ...book, user_id, tags_json: "[]", created_at_ms: 1, updated_at_ms: 1 })
    .execute();
  const entry = { wordbook_id: book.id, word_id: "w", position: 1, added_at_ms: 1 };
  await db.insertInto("wordbook_words").values(entry).execute();
}

describe("migrate", () => {
  it("applies every step once, in order", async () => {
    const db = await open();
    const names = migrations.map(({ name }) => name);
    expect(names).toEqual(names.toSorted());
    expect(await migrate(db, clock)).toEqual({ applied: names });
    expect(await migrate(db, clock)).toEqual({ applied: [] });
    expect(await migrationStatus(db)).toEqual({ applied: names, pending: [], unknown: [] });
  });

  it("records the time of each step", async () => {
    const db = await open();
    await migrate(db, clock, { steps: [fruit] });
    const { rows } = await sql`select * from schema_migrations`.execute(db);
    expect(rows).toEqual([{ name: "0001-fruit", applied_at_ms: clock.nowMs() }]);
  });

  it("continues after the steps of an earlier version", async () => {
    const db = await open();
    await migrate(db, clock, { steps: [fruit] });
    expect(await migrate(db, clock, { steps: [fruit, seeds] })).toEqual({
      applied: ["0002-seeds"],
    });
    expect(await count(db, "fruit")).toBe(1);
  });

  it("refuses a database of a newer version, and changes nothing", async () => {
    const db = await open();
    await migrate(db, clock, { steps: [fruit, seeds] });
    const older = [fruit, { name: "0001-other", statements: ["create table other (a text)"] }];
    await expect(migrate(db, clock, { steps: older })).rejects.toThrow(
      "the database is newer than this program (it has 0002-seeds)",
    );
    await expect(count(db, "other")).rejects.toThrow("other");
  });

  it("uses a database of a newer version that older programs can read", async () => {
    const db = await open();
    const newer = {
      name: "0002-newer",
      statements: [
        `create table schema_reader (id integer not null primary key,
          min_reader_schema integer not null)`,
        `insert into schema_reader (id, min_reader_schema) values (1, 1)`,
      ],
    };
    await migrate(db, clock, { steps: [fruit, newer] });
    expect(await migrate(db, clock, { steps: [fruit] })).toEqual({ applied: [] });
    await sql`update schema_reader set min_reader_schema = 2`.execute(db);
    await expect(migrate(db, clock, { steps: [fruit] })).rejects.toThrow("newer than this program");
  });

  it("stores which programs can read the database", async () => {
    const db = await open();
    expect(await readSchemaVersion(db)).toEqual({ schema: 0, minReaderSchema: 0 });
    await migrate(db, clock);
    const minReaderSchema = programMinReaderSchema;
    expect(await readSchemaVersion(db)).toEqual({ schema: programSchema(), minReaderSchema });
  });

  it("rolls back a step that fails", async () => {
    const db = await open();
    const faulty = { name: "0002-faulty", statements: [...seeds.statements, "bogus"] };
    await expect(migrate(db, clock, { steps: [fruit, faulty] })).rejects.toThrow("bogus");
    expect(await count(db, "fruit")).toBe(0);
    expect(await migrationStatus(db, [fruit, faulty])).toEqual({
      applied: ["0001-fruit"],
      pending: ["0002-faulty"],
      unknown: [],
    });
  });
});

describe("migrationStatus", () => {
  it("reports all steps as pending for an empty database, and changes nothing", async () => {
    const db = await open();
    expect(await migrationStatus(db, [fruit])).toEqual({
      applied: [],
      pending: ["0001-fruit"],
      unknown: [],
    });
    await expect(count(db, "schema_migrations")).rejects.toThrow("schema_migrations");
  });
});

describe.runIf(testDialect === "postgres")("migrate on PostgreSQL", () => {
  it("does not wait for a lock holder that died", async () => {
    const [dying, db] = [await open(), await open()];
    const pid = Promise.withResolvers<number>();
    const stuck: Migration = { name: "0001-stuck", statements: ["select pg_sleep(60)"] };
    const watching = { ...clock, nowMs: () => (noteHolder(), 0) };
    const cut = migrate(dying, watching, { steps: [stuck] }).catch((cause: unknown) => cause);

    function noteHolder(): void {
      // Only locks of this database, because other tests hold locks in theirs on the same server.
      void sql<{ pid: number }>`select pid from pg_locks
        join pg_database on pg_database.oid = database and datname = current_database()
        where locktype = 'advisory' and granted`
        .execute(db)
        .then(({ rows }) => pid.resolve(rows[0]?.pid ?? 0));
    }

    await sql`select pg_terminate_backend(${await pid.promise}::int)`.execute(db);
    expect(isStorageUnavailable(await cut)).toBe(true);
    expect(await migrate(db, clock, { steps: [fruit] })).toEqual({ applied: ["0001-fruit"] });
  });
});

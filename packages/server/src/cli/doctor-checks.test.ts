import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDatabase } from "../platform/database/connection.ts";
import { migrate } from "../platform/database/migrate.ts";
import { prepareDataDirectory } from "../platform/settings/data-directory.ts";
import { systemClock } from "../platform/time/clock.ts";
import { testSettings } from "@wordloom/testing/service/test-settings";
import { addPlainLearners } from "@wordloom/testing/content/plain-learners";
import { mountSmallDisk } from "../testing/faults/small-disk.ts";
import { examine, type ExamineOptions } from "./doctor-checks.ts";
import type { Database } from "../platform/database/tables.ts";

let dataDir: string;
let file: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "wordloom-doctor-"));
  file = join(dataDir, "learning.db");
});
afterEach(() => rmSync(dataDir, { recursive: true }));

/** Creates a migrated database with the given changes. */
async function prepare(change: (db: Database) => Promise<unknown> = async () => {}) {
  prepareDataDirectory(dataDir);
  const database = await openDatabase(`sqlite:${file}`, { busyTimeoutMs: 1000, poolSize: 1 });
  await migrate(database, systemClock);
  await addPlainLearners(database, ["u"]);
  await change(database);
  await database.destroy();
  chmodSync(file, 0o600);
}

async function findings(
  overrides: Record<string, string> = {},
  options: ExamineOptions = { repair: false },
): Promise<Record<string, string>> {
  const own = { DATA_DIR: dataDir, DATABASE_URL: `sqlite:${file}` };
  const settings = testSettings({ ...own, ...overrides });
  const found: Record<string, string> = {};
  for await (const { check, state, text } of examine(settings, systemClock, options)) {
    found[check] = `${found[check] ?? ""}${state}: ${text}\n`;
  }
  return found;
}

const answer = {
  user_id: "u",
  draft_json: "{}",
  run_after_ms: 0,
  accepted_at_ms: systemClock.nowMs() - 3_600_000,
};

describe("examine", () => {
  it("finds no faults in a sound installation", async () => {
    await prepare();
    const found = await findings();
    const checks = ["data", "space", "database", "schema", "integrity", "outbox", "totals"];
    expect(Object.keys(found)).toEqual([...checks, "requests"]);
    expect(Object.values(found).join("")).not.toContain("wrong");
  });

  it("looks at the disk of the database too, if it is another one", async (context) => {
    const disk = await mountSmallDisk(8 * 1024 ** 2);
    if (disk === undefined) return context.skip("no disk to mount");
    try {
      await prepare();
      const own = await findings({ DATABASE_URL: `sqlite:${join(disk.path, "learning.db")}` });
      const lines = (own["space"] ?? "").trim().split("\n");
      expect(lines).toHaveLength(2);
      expect(lines.join()).toContain(`MB free in ${dataDir}`);
      expect(lines[1]).toMatch(/^wrong: \d MB free in .*: free up space on this disk$/);
    } finally {
      await disk.remove();
    }
  });

  it("reports a missing PUBLIC_URL or SMTP_FROM if mail is configured", async () => {
    const mail = { SMTP_URL: "smtp://mail.example.org" };
    const faults = (await findings(mail))["mail"];
    expect(faults).toMatch(/^wrong: .*set PUBLIC_URL to the address/);
    expect(faults).toMatch(/\nwrong: mails come from wordloom@localhost.*: set SMTP_FROM/);
    const sender = { ...mail, SMTP_FROM: "words@example.org" };
    expect((await findings(sender))["mail"]).not.toContain("SMTP_FROM");
    const whole = { ...sender, PUBLIC_URL: "https://words.example.org" };
    expect(await findings(whole)).not.toHaveProperty("mail");
    expect(await findings()).not.toHaveProperty("mail");
  });

  it("creates no files", async () => {
    const nowhere = join(dataDir, "not", "yet");
    const found = await findings({
      DATA_DIR: nowhere,
      DATABASE_URL: `sqlite:${nowhere}/learning.db`,
    });
    expect(found["data"]).toMatch(/^note: .*not there yet/);
    expect(found["database"]).toMatch(/^note: .*not there yet/);
    expect(() => readFileSync(nowhere)).toThrow("ENOENT");
  });

  it("lists files that others can read, and the remedy", async () => {
    await prepare();
    chmodSync(file, 0o644);
    expect((await findings())["data"]).toContain(`run chmod 0600 ${file}`);
  });

  it("lists pending migrations", async () => {
    await prepare((db) => sql`delete from schema_migrations`.execute(db));
    expect((await findings())["schema"]).toMatch(/^note: 0001-accounts, .* pending/);
  });

  it("reports a schema of a newer release", async () => {
    const insert = sql`insert into schema_migrations values ('9999-future', 0)`;
    await prepare((db) => insert.execute(db));
    expect((await findings())["schema"]).toMatch(/^wrong: made by a newer release \(9999-future\)/);
  });

  it("counts overdue answers and dead letters", async () => {
    const rows = [
      { ...answer, client_record_id: "a", last_error: null, dead_at_ms: null },
      { ...answer, client_record_id: "b", last_error: "INTERNAL", dead_at_ms: 1 },
    ];
    await prepare((db) => db.insertInto("answer_outbox").values(rows).execute());
    const { outbox } = await findings();
    expect(outbox).toMatch(/wrong: 1 answers wait, the oldest for 36\d\d s: see that a process/);
    expect(outbox).toContain("wrong: 1 dead letters");
  });

  it("finds daily totals that disagree with the records, and repairs them if asked", async () => {
    const nowMs = systemClock.nowMs();
    const dates = { created_at_ms: nowMs, updated_at_ms: nowMs };
    const user = { ...dates, id: "u1", email: "u1@example.org", username: "x", password_hash: "x" };
    const record = { id: "r1", user_id: "u1", word_id: "w1", is_correct: 1 };
    await prepare(async (db) => {
      await db.insertInto("users").values(user).execute();
      const row = { ...record, response_time_ms: 900, created_at_ms: nowMs - 1 };
      await db
        .insertInto("records")
        .values({ ...row, record_type: "all" })
        .execute();
    });
    const broken = "daily totals of 1 learners disagree with the records";
    expect((await findings())["totals"]).toBe(`wrong: ${broken}: run \`doctor --repair\`\n`);
    const repaired = await findings({}, { repair: true });
    expect(repaired["totals"]).toBe(`note: ${broken}; they were recounted\n`);
    expect((await findings())["totals"]).toMatch(/^ok: /);
  });

  it("finds a damaged file", async () => {
    const row = { ...answer, client_record_id: "a" };
    await prepare((db) => db.insertInto("answer_outbox").values(row).execute());
    const bytes = readFileSync(file);
    bytes.fill(0xa5, 4096 * 3 + 200, 4096 * 4);
    bytes.fill(0xa5, 4096 * 8 + 200, 4096 * 12);
    writeFileSync(file, bytes);
    const found = Object.values(await findings()).join("");
    expect(found).toMatch(/wrong: .*: stop the service and restore the latest good backup/);
  });

  it("distinguishes a file that is not a database from an unreachable database", async () => {
    await prepare();
    writeFileSync(file, "this is a text file and nothing else ".repeat(400));
    expect((await findings())["database"]).toMatch(/^wrong: .*restore the latest good backup/);
    const elsewhere = await findings({ DATABASE_URL: "postgres://nobody@127.0.0.1:1/none" });
    expect(elsewhere["database"]).toMatch(/^wrong: .*check DATABASE_URL/);
  });

  it("reports what the service noticed about requests within a day", async () => {
    const nowMs = systemClock.nowMs();
    const note = (kind: string, atMs: number) => ({ kind, first_at_ms: 0, last_at_ms: atMs });
    await prepare((db) =>
      db
        .insertInto("traffic_notes")
        .values([
          note("forwarded_untrusted", nowMs),
          note("address_refused_auth", nowMs - 86_000_000),
          note("address_refused_anonymous", nowMs - 87_000_000),
        ])
        .execute(),
    );
    const { requests } = await findings();
    expect(requests).toMatch(/^note: .*TRUST_PROXY.*too many sign-ins.*"Networks that share an/);
    expect(requests).not.toContain("without a sign-in");
    const { requests: trusted } = await findings({ TRUST_PROXY: "true" });
    expect(trusted).not.toContain("TRUST_PROXY");
    expect(trusted).toContain("too many sign-ins");
  });
});

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql, type ColumnMetadata } from "kysely";
import { describe, expect } from "vitest";
import { features } from "../../../features.ts";
import { isAccountGone } from "../../../platform/database/account-gone.ts";
import type { Database } from "../../../platform/database/tables.ts";
import type { PersonalTable } from "../../../platform/database/personal-table.ts";
import type { TestAccount } from "@wordloom/testing/content/accounts";
import { mentionsOf, tablesOf } from "../../../testing/rows/mentions.ts";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { writeAudit } from "../../accounts/audit/audit.service.ts";
import { createPasswordReset } from "../../accounts/auth/auth.service.ts";
import { avatarsRoutes } from "../../accounts/avatars/avatars.routes.ts";
import { requireUser } from "../../accounts/users/users.service.ts";
import { savePreferences } from "../../accounts/preferences/preferences.repo.ts";
import { applyAnswers } from "../../study/records/apply.service.ts";
import { usersRoutes } from "../../accounts/users/users.routes.ts";
import { addOwnBookWords, createOwnBook } from "../../library/wordbooks/wordbooks.service.ts";
import { accountErasureRoutes } from "./account-erasure.routes.ts";

const personalTables = features.flatMap((feature) => [...(feature.personalTables ?? [])]);
const about = { routes: [accountErasureRoutes, avatarsRoutes, usersRoutes], personalTables };
const send: Scenario["send"] = ["DELETE", "/api/users/me"];
const ended: string[] = [];
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

const learner = (id: string) => ({ id, kind: "learner", sessionId: "s1" }) as const;

async function answer({ deps, clock, u1 }: ScenarioApp, clientRecordId: string): Promise<void> {
  const draft = { wordId: "w1", isCorrect: true, responseTimeMs: 900, clientRecordId };
  await applyAnswers(deps, [{ userId: u1.id, draft, acceptedAtMs: clock.nowMs() }]);
}

/**
 * Inserts a row of the learner into each personal table, regardless of its columns, so that tables
 * added later are covered as well. Text columns hold the learner's id and address.
 */
async function fillPersonalTables({ deps }: ScenarioApp, account: TestAccount): Promise<void> {
  const insertOne = await rowInserter(deps.database, account);
  // The content of the row of `media` below.
  const content = { sha256: `media.sha256 ${account.email}`, bytes: Buffer.from(account.email) };
  await deps.database.insertInto("media_blobs").values(content).execute();
  const owned = personalTables.filter(({ of, table }) => of === undefined && table !== "users");
  for (const place of owned) await insertOne(place);
  for (const place of personalTables) if (place.of !== undefined) await insertOne(place);
}

/** Inserts a row for the learner with all required columns of a table. */
async function rowInserter(database: Database, account: Pick<TestAccount, "id" | "email">) {
  const tables = new Map((await tablesOf(database)).map((table) => [table.name, table]));
  return async (place: PersonalTable): Promise<void> => {
    const columns = tables.get(place.table)?.columns ?? [];
    const required = columns.filter((column) => !column.isNullable && !column.hasDefaultValue);
    const names = new Set([...required.map(({ name }) => name), place.column]);
    const row = columns
      .filter(({ name, isAutoIncrementing }) => names.has(name) && !isAutoIncrementing)
      .map((column) => [column.name, valueFor(place, column, account)] as const);
    await sql`
      insert into ${sql.table(place.table)} (${sql.join(row.map(([name]) => sql.ref(name)))})
      values (${sql.join(row.map(([, value]) => value))})
    `.execute(database);
  };
}

function valueFor(
  place: PersonalTable,
  column: ColumnMetadata,
  { id, email }: Pick<TestAccount, "id" | "email">,
) {
  if (/blob|bytea/i.test(column.dataType)) return Buffer.from(email);
  if (place.table === "sessions" && column.name === "kind") return "learner";
  if (column.name === place.column) return place.of ? `${place.of.table} of ${id}` : id;
  if (column.name === "id" && /text/i.test(column.dataType)) return `${place.table} of ${id}`;
  return /text|char/i.test(column.dataType) ? `${place.table}.${column.name} ${email}` : 1;
}

/** Files of the data directory that mention the learner in their path or content. */
function filesNaming({ deps }: ScenarioApp, { id, email }: TestAccount): string[] {
  const root = deps.settings.DATA_DIR;
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => {
      const text = `${path.slice(root.length)}\n${readFileSync(path, "latin1")}`;
      return text.includes(email) || new RegExp(`\\b${id}\\b`).test(text);
    });
}

async function fill(app: ScenarioApp, account: TestAccount): Promise<void> {
  const { deps } = app;
  await fillPersonalTables(app, account);
  await createPasswordReset(deps, await requireUser(deps.database, account.id), "learner");
  const headers = { ...account.headers, "content-type": "image/png" };
  await app.send("POST", "/api/user-profile/avatar", { body: PNG, headers });
  writeFileSync(join(deps.settings.DATA_DIR, "avatars", `.${account.id}.lost.new`), PNG);
  const target = { type: "user", id: account.id } as const;
  const metadata = { email: account.email, by: account.id, reason: "kept" };
  await writeAudit(deps.database, { action: "user.ban", atMs: 1, target, metadata });
  await deps.database.insertInto("engine_canaries").values(canaryFor(account)).execute();
  const asked = { email: account.email, requested_at_ms: 1, due_at_ms: 1 };
  await deps.database.insertInto("password_reset_requests").values(asked).execute();
}

/** An ended canary whose list of learners names this learner and another. */
function canaryFor({ id }: TestAccount) {
  return {
    version_hash: "v1",
    percent: 5,
    force_user_ids_json: JSON.stringify([`${id}0`, id]),
    prefer_active: 0,
    web_only: 0,
    auto_scale_24h: 0,
    status: "disabled" as const,
    started_at_ms: 1,
    scaled_at_ms: 1,
  };
}

function isOwnerGone(error: unknown): boolean {
  const { message } = error instanceof Error ? error : { message: "" };
  return /(wordbook|belongs to) is gone|_(book|owner)"/.test(message);
}

describe("DELETE /api/users/me", () => {
  scenarios(about, {
    "removes the caller's data from every table and file": {
      as: "learner",
      given: async (app) => {
        await fill(app, app.u1);
        const tables = personalTables.map(({ table }) => table);
        const mentioned = Object.keys(await mentionsOf(app.deps.database, app.u1));
        const others = ["audit_log", "engine_canaries", "password_reset_requests"];
        expect(mentioned).toEqual(expect.arrayContaining([...new Set(tables), ...others]));
        expect(filesNaming(app, app.u1)).toHaveLength(3);
      },
      send,
      status: 200,
      body: { success: true, data: { deleted: true } },
      after: async (app) => {
        expect(await mentionsOf(app.deps.database, app.u1)).toEqual({});
        // Contains only the id, so that a backup cannot bring the account back.
        const { BACKUP_DIR } = app.deps.settings;
        expect(filesNaming(app, app.u1)).toEqual([join(BACKUP_DIR, "erased.jsonl")]);
      },
    },
    "removes former names, addresses and sign-ins from the audit log": {
      as: "learner",
      given: async ({ deps, send: call, u1 }) => {
        const { id, headers } = u1;
        for (const username of ["Ada Byron", "Ada Lovelace"]) {
          await call("PUT", "/api/users/me", { headers, body: { username } });
        }
        const target = { type: "user", id } as const;
        const after = { email: "first@example.org", username: "First Name", role: "user" };
        const metadata = { email: "first@example.org" };
        const created = { action: "user.create", adminId: "a9", target, after, metadata } as const;
        await writeAudit(deps.database, { ...created, atMs: 1 });
      },
      send,
      status: 200,
      after: async ({ deps, u1 }) => {
        const rows = await deps.database.selectFrom("audit_log").selectAll().execute();
        expect(rows.map(({ action }) => action).toSorted()).toEqual([
          "user.change_name",
          "user.change_name",
          "user.create",
        ]);
        const text = JSON.stringify(rows);
        expect(text).not.toMatch(/Ada|First Name|first@|127\.0\.0\.1/);
        expect(text).not.toContain(u1.sessionId);
      },
    },
    "removes what concurrent requests were writing": {
      as: "learner",
      given: async (app) => {
        const { id } = app.u1;
        await app.word();
        await answer(app, "before");
        const inFlight = ["a", "b", "c", "d", "e", "f"].map((key) => answer(app, key));
        await Promise.allSettled([
          ...inFlight,
          app.send("DELETE", "/api/users/me", { headers: app.u1.headers }),
          ...["g", "h", "i"].map((key) => answer(app, key)),
        ]);
        // Admitted by another process that does not know about the erasure.
        const late = savePreferences(app.deps.database, id, { theme: "dark" });
        await expect(late).rejects.toSatisfy(isAccountGone);
        expect(await mentionsOf(app.deps.database, app.u1)).toEqual({});
      },
      send,
      status: 401,
    },
    "removes a word that is being added to a book": {
      as: "learner",
      given: async ({ deps, u1, send: ask }) => {
        const book = await createOwnBook(deps, learner(u1.id), { name: "b", description: "" });
        const { erasing } = await deps.database.transaction().execute(async (tx) => {
          await addOwnBookWords({ ...deps, database: tx }, learner(u1.id), book.id, ["w1"]);
          const reply = ask("DELETE", "/api/users/me", { headers: u1.headers });
          // Enough time to erase everything if nothing blocked it.
          for (let round = 0; round < 500; round += 1) await sql`select 1`.execute(tx);
          return { erasing: reply };
        });
        expect((await erasing).status).toBe(200);
        const entries = await deps.database.selectFrom("wordbook_words").selectAll().execute();
        expect(entries).toEqual([]);
      },
      send,
      status: 401,
    },
    "keeps other learners' data": {
      as: "learner",
      given: async (app) => {
        const other = await app.learner();
        await fill(app, app.u1);
        await fill(app, other);
        const before = await mentionsOf(app.deps.database, other);
        const files = filesNaming(app, other);
        await app.send("DELETE", "/api/users/me", { headers: app.u1.headers });
        expect(await mentionsOf(app.deps.database, other)).toEqual(before);
        expect(filesNaming(app, other)).toEqual(files);
        const { status } = await app.send("GET", "/api/users/me", { headers: other.headers });
        expect(status).toBe(200);
      },
      send,
      status: 401,
    },
    "keeps audit entries, without the learner's identity": {
      as: "learner",
      given: (app) => fill(app, app.u1),
      send,
      status: 200,
      after: async ({ deps }) => {
        const [entry] = await deps.database.selectFrom("audit_log").selectAll().execute();
        expect(entry).toMatchObject({ action: "user.ban", target_id: null });
        const metadata = { email: "(erased)", by: "(erased)", reason: "kept" };
        expect(JSON.parse(entry?.metadata_json ?? "")).toEqual(metadata);
      },
    },
    "does not match an address that is part of another": {
      as: "learner",
      given: async ({ deps }) => {
        const metadata = { email: "not-u1@example.org", pattern: "u1_example.org" };
        await writeAudit(deps.database, { action: "user.create", atMs: 1, metadata });
      },
      send,
      status: 200,
      after: async ({ deps }) => {
        const [entry] = await deps.database.selectFrom("audit_log").selectAll().execute();
        expect(JSON.parse(entry?.metadata_json ?? "")).toEqual({
          email: "not-u1@example.org",
          pattern: "u1_example.org",
        });
      },
    },
    "signs the caller out everywhere and clears the cookies": {
      as: "learner",
      given: ({ deps }) => deps.sessions.onEnded((accountId) => ended.push(accountId)),
      send,
      status: 200,
      headers: { "set-cookie": /token=;.*Max-Age=0.*refresh_token=;.*Max-Age=0/ },
      after: async ({ send: ask, u1 }) => {
        expect(ended.splice(0)).toContain("u1");
        expect((await ask("GET", "/api/users/me", { headers: u1.headers })).status).toBe(401);
      },
    },
    "removes the avatar": {
      as: "learner",
      given: (app) => fill(app, app.u1),
      send,
      status: 200,
      after: async (app) => expect((await app.send("GET", "/avatars/u1.png")).status).toBe(404),
    },
    "frees the address": {
      as: "learner",
      send,
      status: 200,
      after: async ({ deps }) => {
        const { count } = await deps.database
          .selectFrom("users")
          .select((expression) => expression.fn.countAll<number>().as("count"))
          .executeTakeFirstOrThrow();
        expect(Number(count)).toBe(0);
      },
    },
    "succeeds only once": { as: "learner", send, twice: true, status: 401 },
    "refuses a cookie sent by a page of another origin": {
      send: ({ u1 }) => {
        const headers = { cookie: `token=${u1.token}`, host: "own.org", origin: "http://e.vil" };
        return ["DELETE", "/api/users/me", undefined, headers];
      },
      status: 403,
      body: { code: "CSRF_ORIGIN" },
    },
    "keeps a banned device banned, without an owner": {
      as: "learner",
      given: async (app) => {
        const seen = { platform: "ios", first_seen_at_ms: 1, last_seen_at_ms: 2 };
        const own = { user_id: app.u1.id, ip: "192.0.2.1", fingerprint: "f", model: "m" };
        const profile = { time_zone: "UTC", language: "en", profile_json: "{}" };
        const rows = { ...seen, ...own, ...profile, fingerprint_coarse: "c", banned_at_ms: 3 };
        await app.deps.database
          .insertInto("devices")
          .values([
            { ...rows, id: "d1" },
            { ...rows, id: "d2", banned_at_ms: null },
          ])
          .execute();
      },
      send,
      status: 200,
      after: async ({ deps }) => {
        const rows = await deps.database.selectFrom("devices").selectAll().execute();
        const known = { id: "d1", platform: "ios", first_seen_at_ms: 1, last_seen_at_ms: 2 };
        const none = { user_id: null, ip: null, fingerprint: null, fingerprint_coarse: null };
        const silent = { model: null, time_zone: null, language: null, profile_json: null };
        expect(rows).toMatchObject([{ ...known, ...none, ...silent, banned_at_ms: 3 }]);
        expect(rows).toHaveLength(1);
      },
    },
    "is final: no table accepts rows of a missing account": {
      as: "learner",
      given: async (app) => {
        const nobody = { id: "nobody", email: "nobody@example.org" };
        const insertOne = await rowInserter(app.deps.database, nobody);
        for (const place of personalTables.filter(({ table }) => table !== "users")) {
          const error = await insertOne(place).catch((cause: unknown) => cause);
          const isRefused = place.of === undefined ? isAccountGone : isOwnerGone;
          expect([place.table, error]).toSatisfy(() => isRefused(error));
        }
        expect(await mentionsOf(app.deps.database, nobody)).toEqual({});
      },
      send,
      status: 200,
    },
    "covers every table with a column for learners": {
      as: "learner",
      given: async (app) => {
        const listed = new Set<string>(personalTables.map(({ table }) => table));
        const naming = (await tablesOf(app.deps.database)).filter(({ columns }) =>
          columns.some(({ name }) => name === "user_id" || name === "account_id"),
        );
        expect(naming.filter(({ name }) => !listed.has(name)).map(({ name }) => name)).toEqual([]);
      },
      send,
      status: 200,
    },
  });
});

import * as contract from "@wordloom/contract";
import { endpointsOf, type Endpoint } from "@wordloom/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { features } from "../../features.ts";
import type { PersonalTable } from "../../platform/database/personal-table.ts";
import type { TestAccount } from "@wordloom/testing/content/accounts";
import { buildTestApp, type TestApp } from "@wordloom/testing/service/build-test-app";
import { closeCleanDatabase, tablesWithRows } from "@wordloom/testing/databases/database-cleaner";
import { addDevice } from "@wordloom/testing/content/devices";
import { wavTone } from "@wordloom/testing/content/sounds";
import { deviceHeaders } from "@wordloom/testing/content/telemetry-requests";
import { testDialect } from "@wordloom/testing/databases/test-database";
import {
  fieldsOf,
  isEndless,
  usualBody,
  usualPath,
  usualValues,
  type UsualValues,
} from "@wordloom/testing/content/usual-requests";

// No endpoint shows or changes data of another learner, or sets fields that clients may not set. A
// victim has one of everything; every endpoint is called with the victim's ids, and with fields
// that the contract lacks.
const MARK = "the-victims-secret";
const FORGED_TIME = "1999-12-31T23:59:59.000Z";
const FORGED_MS = Date.parse(FORGED_TIME);
const forged = {
  role: "super_admin",
  isAdmin: true,
  isBanned: true,
  is_banned: 1,
  status: "forged-status",
  halfLife: 987_654.25,
  half_life_hours: 987_654.25,
  masteryLevel: 987_654.25,
  created_at_ms: FORGED_MS,
  createdAtMs: FORGED_MS,
  createdAt: FORGED_TIME,
  updatedAt: FORGED_TIME,
  passwordHash: "forged-hash",
  password_hash: "forged-hash",
  somethingElse: "forged-else",
};

const learnerEndpoints = endpointsOf(contract).filter(
  (one) => one.access.startsWith("learner") && !isEndless(one),
);
const personal = features.flatMap(({ personalTables = [] }) => [...personalTables]);

let app: TestApp;
let victim: TestAccount;
let theirs: Record<string, string>;
const outcomes: number[] = [];

beforeAll(async () => {
  app = await buildTestApp({
    settings: { RATE_LIMIT_AUTHENTICATED_MAX: "1000000", PROBE_ENABLED: "true" },
  });
  await app.words([{}, {}, {}, {}, {}, {}]);
  victim = await app.learner();
  await addDevice(app, deviceHeaders["x-device-id"], { owner: victim.id });
  theirs = await makeThings();
});
afterAll(async () => {
  await app.close();
  await closeCleanDatabase();
});

describe.each(learnerEndpoints)("$method $path", (endpoint) => {
  it("neither shows nor changes data of another learner", async (context) => {
    context.skip(!app.mounted().includes(endpoint));
    const before = await rowsOf(victim.id);
    const headers = { ...deviceHeaders, ...(await app.learner()).headers };
    for (const values of [theirs, { ...theirs, ...thingsAsIds(endpoint) }]) {
      const { path, body } = requestOf(endpoint, values);
      const reply = await app.send(endpoint.method, path, { headers, body });
      expect(reply.status, reply.text).toBeLessThan(500);
      expect(reply.text).not.toContain(MARK);
      expect(reply.text).not.toContain(`"${victim.id}"`);
    }
    expect(await rowsOf(victim.id)).toEqual(before);
  });

  it("stores no fields that are not in the contract", async (context) => {
    context.skip(!app.mounted().includes(endpoint) || endpoint.body === undefined);
    const account = await app.learner();
    const headers = { ...deviceHeaders, ...account.headers, "x-device-id": `of-${account.id}` };
    await addDevice(app, headers["x-device-id"], { owner: account.id });
    const before = await rowsOf(victim.id);
    const { path, body } = requestOf(endpoint, await makeThings(account));
    const surplus = { ...forged, userId: victim.id, user_id: victim.id, accountId: victim.id };
    const sent = addFields(body, surplus, fieldsOf(endpoint.body ?? contract.RecordDraft));
    const reply = await app.send(endpoint.method, path, { headers, body: sent });
    expect(reply.status, reply.text).toBeLessThan(500);
    outcomes.push(reply.status);
    expect(await rowsOf(victim.id)).toEqual(before);
    const everything = await dump();
    for (const trace of ["forged-", "super_admin", "987654.25", "946684799", "1999-12-31"]) {
      expect(everything, trace).not.toContain(trace);
    }
    const { database } = app.deps;
    const users = await database.selectFrom("users").select(["role", "is_banned"]).execute();
    expect(users.every((row) => row.role === "user" && row.is_banned === 0)).toBe(true);
  });
});

it("accepted most requests with surplus fields", () => {
  const accepted = outcomes.filter((status) => status < 300).length;
  expect(accepted).toBeGreaterThan(outcomes.length / 2);
});

describe("data of another learner", () => {
  it.each<[string, string, object | undefined, string]>([
    ["POST", "/api/learning/sync-progress", { sessionId: "sessionId" }, "403 FORBIDDEN"],
    ["GET", "/api/wordbooks/:bookId/words", undefined, "403 FORBIDDEN"],
    ["POST", "/api/wordbooks/:bookId/words", { wordIds: ["w1"] }, "403 FORBIDDEN"],
    ["DELETE", "/api/wordbooks/:bookId/words/w1", undefined, "403 FORBIDDEN"],
    ["PUT", "/api/study-config", { selectedWordbookIds: ["bookId"] }, "403 FORBIDDEN"],
    ["PUT", "/api/word-notes/:noteId", { content: "mine now" }, "404 NOT_FOUND"],
    ["DELETE", "/api/word-notes/:noteId", undefined, "404 NOT_FOUND"],
    ["GET", "/api/word-states/w1", undefined, "404 NOT_FOUND"],
    ["GET", "/api/imports/:importId", undefined, "404 NOT_FOUND"],
    ["POST", "/api/imports/:importId/plan", {}, "404 NOT_FOUND"],
    ["POST", "/api/imports/:importId/run", {}, "404 NOT_FOUND"],
    ["POST", "/api/imports/:importId/undo", undefined, "404 NOT_FOUND"],
    ["DELETE", "/api/imports/:importId", undefined, "404 NOT_FOUND"],
    ["GET", "/api/own-words/:own-wordId", undefined, "404 NOT_FOUND"],
    ["PATCH", "/api/own-words/:own-wordId", { meaning: "mine now" }, "404 NOT_FOUND"],
    ["DELETE", "/api/own-words/:own-wordId", undefined, "404 NOT_FOUND"],
  ])("%s %s with %j is refused as %s", async (method, path, body, expected) => {
    const { headers } = await app.learner();
    const filled = path.replace(/:([\w-]+)/g, (_, name: string) => theirs[name] ?? "");
    const text = JSON.stringify(body)?.replace(/"(\w+Id)"(?!:)/g, (_, name) => `"${theirs[name]}"`);
    const reply = await app.send(method, filled, { headers, body: text });
    expect(`${reply.status} ${reply.body.code}`).toBe(expected);
  });

  it("separates the answers of learners with the same keys", async () => {
    const other = await app.learner();
    const body = { wordId: "w1", isCorrect: false, responseTimeMs: 900, clientRecordId: MARK };
    const entries = { records: [body] };
    const path = "/api/records/batch";
    const reply = await app.send("POST", path, { headers: other.headers, body: entries });
    const [item] = reply.body.data.items;
    expect(item).toMatchObject({ duplicate: false, record: { userId: other.id } });
  });
});

/** Creates one of everything a learner can have, with a mark in every text. */
async function makeThings({ headers } = victim): Promise<Record<string, string>> {
  const post = async (path: string, body: object) => {
    const reply = await app.send("POST", path, { headers, body });
    expect(reply.status, reply.text).toBeLessThan(300);
    return reply.body.data;
  };
  const record = { wordId: "w1", isCorrect: true, responseTimeMs: 900, clientRecordId: MARK };
  const { items } = await post("/api/records/batch", { records: [record] });
  const { sessionId } = await post("/api/learning/session", {});
  const book = await post("/api/wordbooks", { name: MARK, description: MARK });
  await post(`/api/wordbooks/${book.id}/words`, { wordIds: ["w1"] });
  const note = await post("/api/word-notes", { wordId: "w1", content: MARK });
  await post("/api/word-favorites/w2", {});
  const own = await post("/api/own-words", { text: MARK, meaning: MARK });
  const version = { headers, body: { meaning: MARK } };
  expect((await app.send("PATCH", "/api/own-words/w3", version)).status).toBe(200);
  const list = { headers: { ...headers, "content-type": "text/plain" }, body: Buffer.from(MARK) };
  const file = await app.send("POST", `/api/imports?name=${MARK}.txt`, list);
  const audio = { headers: { ...headers, "content-type": "audio/wav" }, body: wavTone() };
  const media = await app.send("POST", `/api/media?name=${MARK}.wav`, audio);
  return {
    sessionId,
    bookId: book.id,
    noteId: note.id,
    recordId: items[0].record.id,
    importId: file.body.data.id,
    mediaId: media.body.data.id,
    "own-wordId": own.id,
  };
}

/** The victim's ids for all id fields. */
function thingsAsIds({ path }: Endpoint): UsualValues {
  const [id = ""] = Object.entries(theirs)
    .filter(([name]) => path.includes(name.slice(0, 4)))
    .map(([, value]) => value);
  const all = Object.values(theirs);
  return { id: id || theirs["bookId"], ids: all, userId: victim.id, selectedWordbookIds: all };
}

function requestOf(endpoint: Endpoint, values: UsualValues) {
  const usual = { ...usualValues, ...ofPath(endpoint, values), ...values };
  return { path: usualPath(endpoint, usual), body: usualBody(endpoint, usual) };
}

/** The id for the path of an endpoint. */
function ofPath({ path }: Endpoint, values: UsualValues): UsualValues {
  const things = {
    "/api/wordbooks/": "bookId",
    "/api/word-notes/": "noteId",
    "/api/imports/": "importId",
    "/api/own-words/": "own-wordId",
    "/api/media/": "mediaId",
  };
  const [, name] = Object.entries(things).find(([start]) => path.startsWith(start)) ?? [];
  return name === undefined ? {} : { id: values[name] };
}

/** Adds the fields, except those in the contract, to every object in a body. */
function addFields(value: unknown, surplus: object, known: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((entry) => addFields(entry, surplus, known));
  // An empty object may be a map, where any name would be an entry.
  if (typeof value !== "object" || value === null || isEmpty(value)) return value;
  const inner = Object.entries(value).map(([key, one]) => [key, addFields(one, surplus, known)]);
  const added = Object.entries(surplus).filter(([key]) => !known.includes(key) && !(key in value));
  return Object.fromEntries([...added, ...inner]);
}

function isEmpty(value: object): boolean {
  return Object.keys(value).length === 0;
}

/** All stored rows of a learner, by table. */
async function rowsOf(userId: string): Promise<Record<string, unknown>> {
  if (testDialect === "postgres") return textsOf(personal, userId);
  const used = new Set(await tablesWithRows(app.deps.database));
  const places = personal.filter(({ table }) => used.has(table));
  const rows = await Promise.all(places.map((place) => rowsIn(place, userId)));
  const found = places.map(({ table }, index) => [table, rows[index] ?? []] as const);
  return Object.fromEntries(found.filter(([, theirs]) => theirs.length > 0));
}

async function rowsIn({ table, column }: PersonalTable, userId: string): Promise<unknown[]> {
  const found =
    await sql`select * from ${sql.table(table)} where ${sql.ref(column)} = ${userId}`.execute(
      app.deps.database,
    );
  return found.rows;
}

/** The whole database as text. */
async function dump(): Promise<string> {
  const { database } = app.deps;
  const names = await tablesWithRows(database);
  if (testDialect === "postgres") {
    return JSON.stringify(await textsOf(names.map((table) => ({ table }))));
  }
  const texts = names.map(async (name) => {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(database);
    return JSON.stringify(rows);
  });
  return (await Promise.all(texts)).join("\n");
}

/** The rows of PostgreSQL as texts, by table, in one query to save round trips. */
async function textsOf(
  places: readonly { readonly table: string; readonly column?: string }[],
  userId?: string,
): Promise<Record<string, unknown>> {
  const looks = places.map(({ table, column }) => {
    const whose = column === undefined ? sql`` : sql`where ${sql.ref(column)} = ${userId}`;
    return sql`select ${sql.lit(table)} as name, to_json(one)::text as text
      from ${sql.table(table)} as one ${whose}`;
  });
  const { rows } = await sql<{ name: string; text: string }>`
    ${sql.join(looks, sql` union all `)} order by name, text`.execute(app.deps.database);
  return Object.groupBy(rows, ({ name }) => name);
}

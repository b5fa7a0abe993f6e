import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { apkgOf } from "@wordloom/imports/deck-for-tests";
import { png, wavTone } from "@wordloom/testing/content/sounds";
import type { TestAccount } from "@wordloom/testing/content/accounts";
import { closeCleanDatabase } from "@wordloom/testing/databases/database-cleaner";
import { buildTestApp, type TestApp } from "@wordloom/testing/service/build-test-app";
import { until } from "@wordloom/testing/service/until";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { mentionsOf, tablesOf } from "../../../testing/rows/mentions.ts";
import { importsWorker } from "../../library/imports/imports.worker.ts";

// An account is erased while its deck is read, stored, replayed and taken back. Whatever the import
// was about to do, nothing of the learner remains, and nothing is wrong.
const NOTES = 1_200;
const FIRST_MS = Date.UTC(2024, 0, 1);
const WAIT_MAX_MS = 60_000;
const never = new AbortController().signal;

const DECK = apkgOf({
  notes: Array.from({ length: NOTES }, (_, n) => ({
    id: n + 1,
    fields: [`das Wort ${n} [sound:${n % 40}.wav]`, `the word ${n} <img src="${n % 40}.png">`],
    tags: " marked ",
  })),
  cards: Array.from({ length: NOTES }, (_, n) => ({
    ...{ id: n + 1, nid: n + 1, type: 2, queue: 2, due: 900, ivl: 20, factor: 2_500, reps: 2 },
  })),
  reviews: Array.from({ length: 2 * NOTES }, (_, n) => [
    ...[FIRST_MS + n * 600_000, (n % NOTES) + 1, 3, n < NOTES ? 1 : 20, 0, 2_500, 3_000],
    n < NOTES ? 0 : 1,
  ]),
  media: Object.fromEntries(
    Array.from({ length: 40 }, (_, n) => [
      [`${n}.wav`, wavTone(0.1 + n / 100)] as const,
      [`${n}.png`, Buffer.concat([png(), Buffer.from([n])])] as const,
    ]).flat(),
  ),
});

type Counted = "words" | "media" | "records" | "wordbook_words" | "word_states" | "import_changes";

async function count({ deps: { database } }: TestApp, table: Counted): Promise<number> {
  const { rows } = await sql<{ n: number | string }>`
    select count(*) as n from ${sql.table(table)}
  `.execute(database);
  return Number(rows[0]?.n ?? 0);
}

const atLeast = (table: Counted, least: number) => async (app: TestApp) =>
  (await count(app, table)) >= least;

/** How far the import is when the account is erased. */
const MOMENTS: Readonly<Record<string, (app: TestApp) => Promise<boolean>>> = {
  "has just begun": async () => true,
  "has stored its first words": atLeast("words", 1),
  "stores recordings and pictures": atLeast("media", 1),
  "stores the last reviews": atLeast("records", 2 * NOTES),
  "is about to be replayed": atLeast("wordbook_words", NOTES),
  "stores what was replayed": atLeast("word_states", 1),
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "wordloom-erasure-"));
  vi.stubEnv("TMPDIR", folder);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
  await closeCleanDatabase();
});

async function ready(app: TestApp, { headers }: TestAccount): Promise<string> {
  const octets = { ...headers, "content-type": "application/octet-stream" };
  const path = "/api/imports?name=Deutsch.apkg";
  const { body } = await app.send("POST", path, { body: Buffer.from(DECK), headers: octets });
  await importsWorker.run(app.deps, never);
  return body.data.id as string;
}

/** Starts work on an import, and erases the account at a moment. */
async function eraseWhen(
  app: TestApp,
  { headers }: TestAccount,
  path: string,
  isMoment: (app: TestApp) => Promise<boolean>,
): Promise<void> {
  await app.send("POST", path, { headers, body: {} });
  const run = importsWorker.run(app.deps, never);
  await until(() => isMoment(app), WAIT_MAX_MS);
  const reply = await app.send("DELETE", "/api/users/me", { headers });
  expect(reply.status).toBe(200);
  await run;
}

/** Rows that are about nobody but an account, by table; the service itself has none of them. */
async function rowsLeft({ deps: { database } }: TestApp): Promise<Record<string, number>> {
  const left: Record<string, number> = {};
  for (const { name } of await tablesOf(database)) {
    if (!/^(import|media|word|record|deck|replay|learner_replay|engine_state)/.test(name)) continue;
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(database);
    // A book of an erased account is removed by a worker.
    if (rows.length > 0) left[name] = rows.length;
  }
  return left;
}

async function expectNothing(app: TestApp, learner: TestAccount): Promise<void> {
  expect(await mentionsOf(app.deps.database, learner)).toEqual({});
  expect(await rowsLeft(app)).toEqual({});
  expect(readdirSync(folder)).toEqual([]);
  expect(app.faults).toEqual([]);
}

describe("an account that is erased", () => {
  it.each(Object.entries(MOMENTS))(
    "leaves nothing behind while its deck %s",
    async (_, isMoment) => {
      const app = await buildTestApp();
      try {
        const learner = await app.learner();
        const id = await ready(app, learner);
        await eraseWhen(app, learner, `/api/imports/${id}/run`, isMoment);
        await expectNothing(app, learner);
      } finally {
        await app.close();
      }
    },
    2 * WAIT_MAX_MS,
  );

  it(
    "leaves nothing behind while its deck is taken back",
    async () => {
      const app = await buildTestApp();
      try {
        const learner = await app.learner();
        const id = await ready(app, learner);
        await app.send("POST", `/api/imports/${id}/run`, { headers: learner.headers, body: {} });
        await importsWorker.run(app.deps, never);
        const half = (await count(app, "import_changes")) / 2;
        await eraseWhen(app, learner, `/api/imports/${id}/undo`, async () => {
          return (await count(app, "import_changes")) <= half;
        });
        await expectNothing(app, learner);
      } finally {
        await app.close();
      }
    },
    3 * WAIT_MAX_MS,
  );
});

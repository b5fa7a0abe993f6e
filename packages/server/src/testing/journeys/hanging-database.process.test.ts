import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildApp, type App } from "../../app.ts";
import type { PostgresDeadlines } from "../../platform/database/dialect/postgres-deadlines.ts";
import type { Database } from "../../platform/database/tables.ts";
import { silentLog } from "../../platform/observability/log.ts";
import { testSettings } from "@wordloom/testing/service/test-settings";
import type { TestAccount } from "@wordloom/testing/content/accounts";
import { auditAnswers, countOutbox } from "@wordloom/testing/process/answer-audit";
import { countAnswers, createJournal } from "@wordloom/testing/process/answer-journal";
import { openPaced } from "@wordloom/testing/databases/paced-database";
import { memoryFolder } from "@wordloom/testing/service/memory-folder";
import { findPostgres } from "@wordloom/testing/databases/postgres-binaries";
import { startPostgres, type PostgresServer } from "@wordloom/testing/databases/postgres-server";
import { createServerFixture, type ServerFixture } from "@wordloom/testing/process/server-fixture";
import { testDialect } from "@wordloom/testing/databases/test-database";
import { until } from "@wordloom/testing/service/until";
import {
  createWire,
  type Wire,
  type WireReply,
  type WireRequest,
} from "@wordloom/testing/process/wire";
import { createWriter } from "../requests/writer.ts";

// A separate PostgreSQL is stopped like a process on a hanging machine: connections stay open, and
// nothing answers. Deadlines are a third of the real ones, to keep the test short.
const deadlines: PostgresDeadlines = {
  connectMs: 1_000,
  statementMs: 1_200,
  longStatementMs: 60_000,
  lockMs: 1_000,
  idleInTransactionMs: 1_500,
  graceMs: 200,
  silentMs: 300,
};
const LONGEST_MS =
  deadlines.connectMs + deadlines.statementMs + deadlines.graceMs + 2 * deadlines.silentMs;
/** Timers and replies may be late on a busy machine; without deadlines, replies never came. */
const BUSY_MS = 2_000;
const POOL_SIZE = 8;
const LEARNERS = 6;
const KINDS = ["session", "batch", "single"] as const;
/** Requests that only the database can answer. */
const READS = [
  "/api/users/me",
  "/api/records",
  "/api/words",
  "/api/study-config",
  "/api/notifications",
];

interface Measured {
  readonly request: WireRequest;
  readonly reply: WireReply;
  readonly tookMs: number;
  readonly sentAtMs: number;
}

const source = findPostgres(process.env);

describe.runIf(testDialect === "postgres" && source?.kind === "programs")(
  "a PostgreSQL that hangs",
  () => {
    const folder = mkdtempSync(join(memoryFolder(), "wordloom-app-"));
    const journal = createJournal();
    const measured: Measured[] = [];
    let server: PostgresServer;
    let fixture: ServerFixture;
    let database: Database;
    let app: App;
    let wire: Wire;

    beforeAll(async () => {
      if (source === undefined) return;
      server = await startPostgres(source);
      fixture = await createServerFixture({ learners: LEARNERS, words: 20, url: server.url });
      database = await openPaced(server.url, POOL_SIZE, deadlines);
      const settings = testSettings({ ...fixture.settings, DATA_DIR: folder, PORT: "0" });
      app = await buildApp({ settings, database, log: silentLog });
      const { port } = await app.listen();
      wire = measuring(createWire(`http://127.0.0.1:${port}`, 200));
    });
    afterAll(async () => {
      server?.thaw();
      wire?.close();
      await app?.close();
      await database?.destroy();
      await fixture?.close();
      await server?.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    it("answers every request with 503 in time, and loses and repeats nothing", async (context) => {
      const ending = new AbortController();
      const writing = startWriters(ending.signal);
      await until(() => countAnswers(journal) > 50);

      const frozenAtMs = performance.now();
      await server.freeze();
      const acceptedBefore = countAnswers(journal);
      await Promise.all([expectRefusals(), expectHealth()]);
      await Promise.all([expectRefusals(), expectHealth()]);
      const frozenMs = performance.now() - frozenAtMs;
      // Replies already sent when the server stopped.
      expect(countAnswers(journal) - acceptedBefore).toBeLessThanOrEqual(
        LEARNERS * KINDS.length * 5,
      );
      expect(measured.filter(({ reply }) => reply.status === 503).length).toBeGreaterThan(30);
      server.thaw();

      const before = countAnswers(journal);
      await until(() => countAnswers(journal) > before + 50);
      ending.abort();
      await writing;
      await until(async () => (await countOutbox(fixture.database)).waiting === 0);
      expect(await countOutbox(fixture.database)).toEqual({ waiting: 0, dead: 0 });
      await until(async () => (await heldLocks()) === 0);

      for (const { request, reply, tookMs } of measured) {
        const what = `${request.method} ${request.path}: ${reply.status} ${reply.text}`;
        expect(tookMs, what).toBeLessThan(LONGEST_MS + BUSY_MS);
        if (reply.status < 500 || request.path.startsWith("/health")) continue;
        expect(reply.json, what).toMatchObject({ success: false, code: "UNAVAILABLE" });
        expect(Number(reply.headers["retry-after"]), what).toBeGreaterThan(0);
      }
      const ids = fixture.learners.map(({ id }) => id);
      expect(await auditAnswers(fixture.database, ids, journal)).toEqual([]);
      const slowest = Math.max(...measured.map(({ tookMs }) => tookMs));
      const replies = `${measured.length} replies, slowest ${Math.round(slowest)} ms`;
      await context.annotate(`${replies}; frozen for ${Math.round(frozenMs)} ms`);
    });

    function measuring(inner: Wire): Wire {
      return {
        close: () => inner.close(),
        async send(request) {
          const sentAtMs = performance.now();
          const reply = await inner.send(request);
          measured.push({ request, reply, sentAtMs, tookMs: performance.now() - sentAtMs });
          return reply;
        },
      };
    }

    function startWriters(stop: AbortSignal) {
      const { learners, wordIds } = fixture;
      return Promise.all(
        learners.flatMap((learner) =>
          KINDS.map((kind) => {
            const name = `${learner.id}-${kind}`;
            return createWriter(name, kind, learner, { wordIds, journal }).write(wire, stop);
          }),
        ),
      );
    }

    /** Sends more requests than there are connections, all of them while nothing answers. */
    async function expectRefusals(): Promise<void> {
      const replies = await Promise.all(
        fixture.learners.flatMap(({ token }: TestAccount) =>
          READS.map((path) => wire.send({ method: "GET", path, token })),
        ),
      );
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([503]));
    }

    async function expectHealth(): Promise<void> {
      // The last known state may still be reported for a moment.
      await pause(1_100);
      const [alive, ready, health] = await Promise.all(
        ["/health/live", "/health/ready", "/health"].map((path) =>
          wire.send({ method: "GET", path }),
        ),
      );
      expect([alive?.status, ready?.status, health?.status]).toEqual([200, 503, 503]);
      expect(health?.json).toMatchObject({ status: "down" });
    }

    /** Number of transaction and advisory locks in the whole server. */
    async function heldLocks(): Promise<number> {
      const { rows } = await sql<{ held: number }>`select count(*) as held from pg_locks
        where pid <> pg_backend_pid()
          and locktype in ('transactionid', 'tuple', 'advisory')`.execute(fixture.database);
      return rows[0]?.held ?? 0;
    }
  },
);

import { createHash } from "node:crypto";
import { PostgresDialect, type Dialect, type PostgresPool } from "kysely";
import pg from "pg";
import { timeAllowed } from "../time-allowed.ts";
import {
  deadlineClient,
  NoAnswerError,
  within,
  type ClientNeeds,
  type DeadlineClient,
} from "./postgres-client.ts";
import { registerPool } from "./pool-status.ts";
import type { PostgresDeadlines } from "./postgres-deadlines.ts";

/**
 * Maximum number of prepared statements; each costs server memory, so further texts run unprepared.
 */
const NAMED_MAX = 512;

/** Idle time after which this machine checks whether the server's machine is still there. */
const KEEPALIVE_AFTER_MS = 3_000;

/** Only statements that are run repeatedly are prepared. */
const PREPARABLE = /^\s*(select|insert|update|delete|with)\b/i;

export interface PostgresOptions {
  readonly url: string;
  readonly poolSize: number;
  readonly deadlines: PostgresDeadlines;
}

/**
 * Kysely's PostgreSQL dialect, with prepared statements, integers as JavaScript numbers, and a
 * deadline for every answer of the server.
 */
export function postgresDialect(options: PostgresOptions): Dialect {
  const { url, poolSize, deadlines } = options;
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    // Later than `connectMs`: gives up connections that nobody waits for any more.
    connectionTimeoutMillis: deadlines.connectMs + deadlines.graceMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_AFTER_MS,
    application_name: "wordloom",
    types: numberTypes,
  });
  // The pool removes a connection that fails while idle; the next query gets another one.
  pool.on("error", () => {});
  // A connection can fail at any time, even while a transaction holds it idle, or between
  // connecting and its first use; the next query reports the failure. Without a listener the event
  // would end the process, and the pool has none for connections in use.
  pool.on("connect", (client) => client.on("error", () => {}));
  const dialect = new PostgresDialect({ pool: withDeadlines(pool, deadlines) });
  return {
    createAdapter() {
      const adapter = dialect.createAdapter();
      registerPool(adapter, () => ({
        max: poolSize,
        connections: pool.totalCount,
        idle: pool.idleCount,
      }));
      return adapter;
    },
    createDriver: () => dialect.createDriver(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  };
}

/**
 * int8 and numeric (the result of sum() on int8) fit a number here: times and counts below 2^53.
 */
const numberTypes: pg.CustomTypesConfig = {
  getTypeParser(id: number, format?: "text" | "binary") {
    const wide = id === pg.types.builtins.INT8 || id === pg.types.builtins.NUMERIC;
    if (wide && format !== "binary") return Number;
    return pg.types.getTypeParser(id, format);
  },
};

function withDeadlines(pool: pg.Pool, deadlines: PostgresDeadlines): PostgresPool {
  const names = new Map<string, string>();
  const nameFor = (text: string) => nameOf(names, text);
  const needs: ClientNeeds = { deadlines, silence: { silent: false }, nameFor };
  const known = new WeakMap<pg.PoolClient, DeadlineClient>();

  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const allowed = timeAllowed();
      const client = await acquire(pool, needs);
      const own = known.get(client) ?? deadlineClient(client, needs);
      known.set(client, own);
      try {
        await own.allow(allowed);
      } catch (error) {
        client.release(true);
        throw error;
      }
      return own;
    },
  };
}

/** @throws NoAnswerError */
async function acquire(pool: pg.Pool, { deadlines, silence }: ClientNeeds): Promise<pg.PoolClient> {
  const connecting = pool.connect();
  try {
    return await within(
      silence.silent ? deadlines.silentMs : deadlines.connectMs,
      silence,
      connecting,
    );
  } catch (error) {
    // A connection that arrives too late for this caller serves the next one.
    if (error instanceof NoAnswerError) {
      connecting.then(
        (late) => late.release(),
        () => {},
      );
    }
    throw error;
  }
}

/** Names are derived from the text, so that all connections and processes use the same ones. */
function nameOf(names: Map<string, string>, text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= NAMED_MAX || !PREPARABLE.test(text)) return known;
  const name = createHash("sha256").update(text).digest("base64url").slice(0, 22);
  names.set(text, name);
  return name;
}

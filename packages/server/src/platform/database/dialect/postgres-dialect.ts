import { createHash } from "node:crypto";
import { PostgresDialect, type PostgresPool, type PostgresPoolClient } from "kysely";
import pg from "pg";

/**
 * Maximum number of prepared statements; each costs server memory, so further texts run unprepared.
 */
const NAMED_MAX = 512;
const CONNECT_TIMEOUT_MS = 5_000;

/** Only statements that are run repeatedly are prepared. */
const PREPARABLE = /^\s*(select|insert|update|delete|with)\b/i;

export interface PostgresOptions {
  readonly url: string;
  readonly poolSize: number;
}

/** Kysely's PostgreSQL dialect, with prepared statements and integers as JavaScript numbers. */
export function postgresDialect({ url, poolSize }: PostgresOptions): PostgresDialect {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: "wordloom",
    types: numberTypes,
  });
  // The pool removes a connection that fails while idle; the next query gets another one.
  pool.on("error", () => {});
  return new PostgresDialect({ pool: preparing(pool) });
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

function preparing(pool: pg.Pool): PostgresPool {
  const names = new Map<string, string>();
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>();

  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      const known = wrapped.get(client) ?? preparingClient(client, (text) => nameOf(names, text));
      wrapped.set(client, known);
      return known;
    },
  };
}

/** Names are derived from the text, so that all connections and processes use the same ones. */
function nameOf(names: Map<string, string>, text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= NAMED_MAX || !PREPARABLE.test(text)) return known;
  const name = createHash("sha256").update(text).digest("base64url").slice(0, 22);
  names.set(text, name);
  return name;
}

/**
 * Sends each query with its statement name. When a prepared plan no longer fits its tables (another
 * process has migrated), the connection is closed on release, and a new one prepares its statements
 * again.
 */
function preparingClient(
  client: pg.PoolClient,
  nameFor: (text: string) => string | undefined,
): PostgresPoolClient {
  let spoiled = false;
  // A connection may fail while a transaction holds it without sending anything; the next query
  // reports it. Without a listener, the event would end the process.
  client.on("error", () => {});

  async function query(text: string, values: readonly unknown[]): Promise<unknown> {
    const name = nameFor(text);
    try {
      return await client.query({ text, values: [...values], ...(name !== undefined && { name }) });
    } catch (error) {
      spoiled ||= isStalePlan(error);
      throw error;
    }
  }

  return {
    query: query as PostgresPoolClient["query"],
    release: (discard?: boolean) => client.release(spoiled || discard === true),
  };
}

/** PostgreSQL: "cached plan must not change result type". */
export function isStalePlan(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError &&
    error.code === "0A000" &&
    error.message.startsWith("cached plan")
  );
}

import { createHash } from "node:crypto";
import { PostgresDialect, type Dialect, type PostgresPool, type PostgresPoolClient } from "kysely";
import { Pool, types } from "pg";

/** How long a request may wait for a free connection before it is told that we are overloaded. */
const CONNECT_TIMEOUT_MS = 10_000;

const INT8 = 20;
const NUMERIC = 1700;

/** Statements longer than this are one-offs and are not worth a name on the server. */
const NAMED_CHARACTERS_MAX = 4_000;

/** PostgreSQL through a pool; each statement is planned once per connection and then called by name. */
export function createPostgresDialect(url: string, poolSize: number): Dialect {
  const pool = new Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    types: { getTypeParser: parserOf },
  });
  // An idle connection that breaks is replaced by the pool; unheard, the error would end the process.
  pool.on("error", () => undefined);
  return new PostgresDialect({ pool: named(pool) });
}

/** Our 64-bit integers are times and counts: they fit a number exactly. */
function parserOf(oid: number, format?: string): (value: string) => unknown {
  if (oid === INT8 || oid === NUMERIC) return Number;
  return types.getTypeParser(oid, format as "text") as (value: string) => unknown;
}

function named(pool: Pool): PostgresPool {
  return {
    connect: async () => {
      const client = await pool.connect();
      return {
        query: (text: unknown, values?: readonly unknown[]) =>
          typeof text === "string"
            ? client.query(nameOf(text, values))
            : client.query(text as never),
        release: () => client.release(),
      } as unknown as PostgresPoolClient;
    },
    end: () => pool.end(),
  } as PostgresPool;
}

const names = new Map<string, string>();

function nameOf(text: string, values: readonly unknown[] = []) {
  if (text.length > NAMED_CHARACTERS_MAX || values.length === 0) {
    return { text, values: [...values] };
  }
  const known = names.get(text) ?? createHash("sha1").update(text).digest("hex");
  if (names.size < 2_000) names.set(text, known);
  return { name: known, text, values: [...values] };
}

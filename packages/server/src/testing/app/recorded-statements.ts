import type { KyselyPlugin } from "kysely";
import type { Database } from "../../platform/database/tables.ts";

/** One statement that was run: its SQL, without the values, and how many rows it changed. */
export interface RecordedStatement {
  readonly sql: string;
  readonly changed: number;
}

/** A handle to the same database that records the statements run through it, in order. */
export function recordStatements(database: Database): {
  readonly database: Database;
  /** The statements since the last call. */
  take(): RecordedStatement[];
} {
  const texts = new WeakMap<object, string>();
  const recorded: RecordedStatement[] = [];
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      texts.set(queryId, database.getExecutor().compileQuery(node, queryId).sql);
      return node;
    },
    async transformResult({ queryId, result }) {
      const sql = texts.get(queryId) ?? "";
      // On SQLite, a statement that returns rows does not say how many it changed.
      const returned = sql.includes(" returning ") ? result.rows.length : 0;
      recorded.push({ sql, changed: Number(result.numAffectedRows ?? returned) });
      return result;
    },
  };
  return { database: database.withPlugin(plugin), take: () => recorded.splice(0) };
}

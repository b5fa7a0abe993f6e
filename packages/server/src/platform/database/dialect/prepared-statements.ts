import type { DatabaseSync, StatementSync } from "node:sqlite";

/** A prepared statement, and whether it returns rows. */
export interface Prepared {
  readonly statement: StatementSync;
  readonly hasRows: boolean;
}

/**
 * Prepares each SQL text once and keeps the most recently used. Preparing costs several times as
 * much as running a point select; the limit keeps varying texts from filling the memory.
 */
export function createPreparedStatements(
  connection: DatabaseSync,
  max: number,
): (text: string) => Prepared {
  // A Map keeps insertion order, so the first entry is the least recently used.
  const kept = new Map<string, Prepared>();

  return (text) => {
    const known = kept.get(text);
    if (known !== undefined) {
      kept.delete(text);
      kept.set(text, known);
      return known;
    }
    const prepared = prepare(connection, text);
    kept.set(text, prepared);
    if (kept.size > max) forgetOldest(kept);
    return prepared;
  };
}

export function prepare(connection: DatabaseSync, text: string): Prepared {
  const statement = connection.prepare(text);
  return { statement, hasRows: statement.columns().length > 0 };
}

function forgetOldest(kept: Map<string, Prepared>): void {
  const [oldest] = kept.keys();
  if (oldest !== undefined) kept.delete(oldest);
}

import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from "node:sqlite";

/** A statement that is prepared once and run often. */
export interface Prepared {
  readonly hasRows: boolean;
  /** Its rows, as objects with the column names as keys. */
  readRows(values: readonly SQLInputValue[]): object[];
  readonly run: StatementSync["run"];
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

function prepare(connection: DatabaseSync, text: string): Prepared {
  const statement = connection.prepare(text);
  const namesNow = () => statement.columns().map(({ name }) => name);
  let names = namesNow();
  // Receiving rows as arrays and adding the names here takes a quarter less time.
  statement.setReturnArrays(true);
  return {
    hasRows: names.length > 0,
    readRows(values) {
      const rows = statement.all(...values) as unknown as SQLOutputValue[][];
      // A migration can add a column to a table that `select *` reads.
      if (rows[0] !== undefined && rows[0].length !== names.length) names = namesNow();
      return rows.map((row) => named(names, row));
    },
    run: statement.run.bind(statement),
  };
}

function named(names: readonly string[], row: readonly SQLOutputValue[]): object {
  const object: Record<string, SQLOutputValue | undefined> = {};
  for (let at = 0; at < names.length; at += 1) object[names[at] ?? ""] = row[at];
  return object;
}

function forgetOldest(kept: Map<string, Prepared>): void {
  const [oldest] = kept.keys();
  if (oldest !== undefined) kept.delete(oldest);
}

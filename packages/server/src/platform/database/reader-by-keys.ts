import { CompiledQuery } from "kysely";
import { keyParameters, type Keys } from "./bulk.ts";
import { dialectOf } from "./dialect/dialect-of.ts";
import type { Dialect } from "./migrations/migration.ts";
import type { Database } from "./tables.ts";

/**
 * Makes a function that runs one statement for any number of keys: the reads on the path of an
 * answer. Kysely would build and compile the same text at each call, which takes longer than SQLite
 * needs to read a row. Without keys nothing runs.
 *
 * @param build  compiles the statement; its only parameters are the keys, by `idsIn`, `numbersIn`
 * or `pairTable`
 */
export function readerByKeys<K extends Keys, R>(
  build: (db: Database, keys: K) => CompiledQuery<R>,
): (db: Database, keys: K) => Promise<R[]> {
  const texts = new Map<Dialect, string>();

  const textFor = (db: Database, keys: K) => {
    const dialect = dialectOf(db);
    const known = texts.get(dialect);
    if (known !== undefined) return known;
    const { sql, parameters } = build(db, keys);
    if (parameters.length !== keyParameters(db, keys).length) {
      throw new Error(`a statement by keys has other parameters: ${sql}`);
    }
    texts.set(dialect, sql);
    return sql;
  };

  return async (db, keys) => {
    if (keys.length === 0) return [];
    const query = CompiledQuery.raw(textFor(db, keys), keyParameters(db, keys));
    return (await db.executeQuery<R>(query)).rows;
  };
}

import type { Row, StoreTables, StoreTransaction, Table } from "./browser-store.ts";

/**
 * Tables without a disk. Values are copied and transactions run one at a time, as in a database.
 */
export function memoryTables(): StoreTables {
  let held: ReadonlyMap<string, unknown> = new Map();
  let turn: Promise<unknown> = Promise.resolve();
  const transact = async <T>(work: (at: StoreTransaction) => Promise<T>): Promise<T> => {
    const draft = new Map(held);
    const result = await work(transactionOn(draft));
    held = draft;
    return result;
  };
  const afterOthers = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = turn.then(work);
    turn = mine.catch(() => undefined);
    return mine;
  };
  const inTurn = <T>(work: (at: StoreTransaction) => Promise<T>): Promise<T> =>
    afterOthers(() => transact(work));
  return {
    get: (table, key) => inTurn((at) => at.get(table, key)),
    all: (table) => afterOthers(async () => structuredClone(rowsOf(held, table))),
    values: (table) => inTurn((at) => at.values(table)),
    write: (changes) =>
      inTurn(async (at) => {
        for (const change of changes) {
          if ("remove" in change) at.remove(change.table, change.key);
          else at.put(change.table, change.key, change.value);
        }
      }),
    transact: (_used, work) => inTurn(work),
    close: () => undefined,
  };
}

function rowsOf(rows: ReadonlyMap<string, unknown>, table: Table): Row[] {
  return [...rows]
    .filter(([key]) => key.startsWith(`${table}/`))
    .map(([key, value]) => ({ key: key.slice(table.length + 1), value }))
    .toSorted((left, right) => (left.key < right.key ? -1 : 1));
}

function transactionOn(rows: Map<string, unknown>): StoreTransaction {
  const name = (table: Table, key: string) => `${table}/${key}`;
  return {
    get: async (table, key) => structuredClone(rows.get(name(table, key))),
    values: async (table) => structuredClone(rowsOf(rows, table).map(({ value }) => value)),
    last: async (table) => structuredClone(rowsOf(rows, table).at(-1)),
    put: (table, key, value) => void rows.set(name(table, key), structuredClone(value)),
    remove: (table, key) => void rows.delete(name(table, key)),
  };
}

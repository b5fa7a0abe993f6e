import type { Connection } from "./sse-connection.ts";

/** One per second of the ping period. */
export const PING_SLOTS = 15;

/** The open streams of one kind of account, and their limits. */
export interface StreamGroup {
  readonly size: number;
  /** Whether the process has no room for another stream of this account. */
  isFullFor(accountId: string): boolean;
  /** Closes the account's oldest stream if it has the maximum number. */
  add(connection: Connection): void;
  remove(connection: Connection): void;
  all(): Iterable<Connection>;
  of(accountId: string): readonly Connection[];
  /** The streams of a ping slot; every stream has one of fifteen slots. */
  slot(index: number): Iterable<Connection>;
}

export function createStreamGroup(streamsMax: number, perAccountMax: number): StreamGroup {
  const slots = Array.from({ length: PING_SLOTS }, () => new Set<Connection>());
  const slotOf = new Map<Connection, Set<Connection>>();
  /** Oldest first. */
  const byAccount = new Map<string, Connection[]>();
  let nextSlot = 0;

  const of = (accountId: string) => byAccount.get(accountId) ?? [];

  const remove = (connection: Connection) => {
    if (!slotOf.has(connection)) return;
    slotOf.get(connection)?.delete(connection);
    slotOf.delete(connection);
    const { accountId } = connection.listener;
    const left = of(accountId).filter((other) => other !== connection);
    if (left.length === 0) byAccount.delete(accountId);
    else byAccount.set(accountId, left);
  };

  const add = (connection: Connection) => {
    const { accountId } = connection.listener;
    const [oldest, ...others] = of(accountId);
    if (oldest !== undefined && others.length + 1 >= perAccountMax) {
      oldest.close();
      remove(oldest);
    }
    byAccount.set(accountId, [...of(accountId), connection]);
    const slot = slots[nextSlot % PING_SLOTS];
    nextSlot += 1;
    slot?.add(connection);
    if (slot !== undefined) slotOf.set(connection, slot);
  };

  return {
    get size() {
      return slotOf.size;
    },
    isFullFor: (accountId) => slotOf.size >= streamsMax && of(accountId).length < perAccountMax,
    add,
    remove,
    of,
    all: () => slotOf.keys(),
    slot: (index) => slots[index] ?? [],
  };
}

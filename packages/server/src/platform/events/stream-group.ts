import type { Connection } from "./sse-connection.ts";

/** One per second of the ping period. */
export const PING_SLOTS = 15;

/** The open streams of one kind of account, and how many there may be. */
export interface StreamGroup {
  readonly size: number;
  /** True when one more stream of this account would be too many for the process. */
  isFullFor(accountId: string): boolean;
  /** Closes the account's oldest stream when it has as many as it may. */
  add(connection: Connection): void;
  remove(connection: Connection): void;
  all(): Iterable<Connection>;
  of(accountId: string): readonly Connection[];
  /** The streams whose turn it is to be pinged; every stream has one of fifteen slots. */
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

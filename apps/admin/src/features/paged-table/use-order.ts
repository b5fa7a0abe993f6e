import { useAddress } from "../address/use-address.ts";
import type { PagedColumn } from "./paged-column.ts";

/** The order of a list, and how to change it. */
export interface Order {
  /** As the service accepts it: `lastSeenAt` for ascending, `-lastSeenAt` for descending. */
  readonly sort: string;
  readonly change: (sort: string) => void;
}

/**
 * The order of a list, kept in the address.
 * @param standard  the service's default order; undefined if it supports only one
 */
export function useOrder(
  standard: string | undefined,
  columns: readonly Pick<PagedColumn<never>, "sortField">[],
): Order | undefined {
  const [{ sort }, change] = useAddress({ sort: standard ?? "" });
  if (standard === undefined) return undefined;
  const isKnown = columns.some(({ sortField }) => sortField === fieldOf(sort));
  return { sort: isKnown ? sort : standard, change: (next) => change({ sort: next }) };
}

export const fieldOf = (sort: string) => sort.replace(/^-/, "");

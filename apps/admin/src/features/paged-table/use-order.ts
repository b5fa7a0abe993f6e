import { useAddress } from "../address/use-address.ts";
import type { PagedColumn } from "./paged-column.ts";

/** How a list is ordered, and how that is changed. */
export interface Order {
  /** As the service takes it: `lastSeenAt`, or `-lastSeenAt` from high to low. */
  readonly sort: string;
  readonly change: (sort: string) => void;
}

/**
 * The order of a list, kept in the address.
 *
 * @param standard  as the service orders it unasked; undefined: it has one order only
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

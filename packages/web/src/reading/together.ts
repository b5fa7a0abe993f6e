import type { Query } from "./reading.tsx";

type Brought<Q extends readonly Query<unknown>[]> = {
  readonly [N in keyof Q]: NonNullable<Q[N]["data"]>;
};

/**
 * Combines several calls that a screen needs together: they have data when all have, fail when one
 * fails, and are as old as the oldest.
 */
export function together<const Q extends readonly Query<unknown>[]>(
  ...queries: Q
): Query<Brought<Q>> {
  const missing = queries.filter(({ data }) => data === undefined);
  const broken = missing.find(({ error, failureReason }) => error ?? failureReason) ?? missing[0];
  // All have data, but some of it may be old because one could not be refreshed.
  const failed = broken ?? queries.find(({ error }) => error !== null);
  return {
    data:
      missing.length === 0 ? (queries.map(({ data }) => data) as unknown as Brought<Q>) : undefined,
    dataUpdatedAt: Math.min(...queries.map(({ dataUpdatedAt }) => dataUpdatedAt)),
    error: failed?.error ?? null,
    errorUpdatedAt: failed?.errorUpdatedAt ?? 0,
    failureReason: failed?.failureReason ?? null,
    isPending: missing.length > 0,
    isFetching: missing.some(({ isFetching }) => isFetching),
    fetchStatus: failed?.fetchStatus ?? "idle",
    refetch: () => Promise.all(missing.map(({ refetch }) => refetch())),
  };
}

import type { Query } from "./reading.tsx";

type Brought<Q extends readonly Query<unknown>[]> = {
  readonly [N in keyof Q]: NonNullable<Q[N]["data"]>;
};

/** Several calls as one, for what needs all of them: there when all are, failed when one is. */
export function together<const Q extends readonly Query<unknown>[]>(
  ...queries: Q
): Query<Brought<Q>> {
  const missing = queries.filter(({ data }) => data === undefined);
  const failed = missing.find(({ error, failureReason }) => error ?? failureReason) ?? missing[0];
  return {
    data:
      missing.length === 0 ? (queries.map(({ data }) => data) as unknown as Brought<Q>) : undefined,
    error: failed?.error ?? null,
    failureReason: failed?.failureReason ?? null,
    isPending: missing.length > 0,
    isFetching: missing.some(({ isFetching }) => isFetching),
    fetchStatus: failed?.fetchStatus ?? "idle",
    refetch: () => Promise.all(missing.map(({ refetch }) => refetch())),
  };
}

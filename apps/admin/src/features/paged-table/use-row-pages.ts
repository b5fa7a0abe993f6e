import { keepPreviousData, useQueries } from "@tanstack/react-query";
import type { Endpoint } from "@wordloom/contract";
import type { CallOutput } from "@wordloom/contract/client";
import { keyOf } from "@wordloom/web";
import { call } from "../../server-state/api.ts";

/** The service's maximum per request. */
const ROWS_A_PAGE = 100;

interface PageOf<Row> {
  readonly data: readonly Row[];
  readonly total: number;
}

export type RowOf<E extends Endpoint> = CallOutput<E> extends { data: (infer Row)[] } ? Row : never;

/**
 * The pages of a list that are in view, and the first one, which reports the number of rows.
 * @param from  number of the first row in view, from 0
 * @param to  number of the last row in view
 */
export function useRowPages<const E extends Endpoint>(
  endpoint: E,
  query: object,
  { from, to }: { readonly from: number; readonly to: number },
) {
  const pages = [...new Set([1, ...pagesBetween(from, to)])];
  const results = useQueries({
    queries: pages.map((page) => {
      const input = { query: { ...query, page, perPage: ROWS_A_PAGE } };
      return {
        queryKey: keyOf(endpoint, input),
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          call(endpoint, ...([{ ...input, signal }] as never)) as unknown as Promise<
            PageOf<RowOf<E>>
          >,
        ...(page === 1 && { placeholderData: keepPreviousData }),
      };
    }),
  });
  const byPage = new Map(pages.map((page, at) => [page, results[at]?.data]));
  return {
    /** The first page, for `Reading`: nothing is known before it. */
    first: results[0]!,
    total: results[0]?.data?.total ?? 0,
    /** The loaded rows: those of the first page and of the pages in view. */
    loaded: [...byPage.values()].flatMap((page) => page?.data ?? []),
    /** Undefined while its page is loading. */
    rowAt: (at: number): RowOf<E> | undefined =>
      byPage.get(Math.floor(at / ROWS_A_PAGE) + 1)?.data[at % ROWS_A_PAGE],
  };
}

function pagesBetween(from: number, to: number): number[] {
  const first = Math.floor(Math.max(0, from) / ROWS_A_PAGE) + 1;
  const last = Math.floor(Math.max(0, to) / ROWS_A_PAGE) + 1;
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

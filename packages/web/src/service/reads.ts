import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { Endpoint } from "@wordloom/contract";
import type { CallInput, CallOutput, Client } from "@wordloom/contract/client";

/** The cache key of a call's reply; a key without input matches all calls of the endpoint. */
export function keyOf({ method, path }: Endpoint, input?: unknown): readonly unknown[] {
  return input === undefined ? [method, path] : [method, path, input];
}

interface ReadOptions<Reply = unknown> {
  /** False: do not ask yet. */
  readonly enabled?: boolean;
  /** Shows the reply to the previous input until the new one arrives: for pages and filters. */
  readonly keepPrevious?: boolean;
  /** Milliseconds for which a reply counts as fresh. */
  readonly staleTime?: number;
  /**
   * Milliseconds after which it is read again while the page is visible; a function takes the last
   * reply, and stops the reading by undefined.
   */
  readonly refetchInterval?: number | ((reply: Reply) => number | undefined);
}

type ReadInput<E extends Endpoint> = Omit<CallInput<E>, "signal">;

interface Page {
  readonly page: number;
  readonly totalPages: number;
}

/** Hooks that read through an app's client. */
export function createReads(call: Client["call"]) {
  function callWith<const E extends Endpoint>(
    endpoint: E,
    input: ReadInput<E> | undefined,
    signal: AbortSignal,
  ): Promise<CallOutput<E>> {
    return call(endpoint, ...([{ ...input, signal }] as never));
  }

  /** The reply of a reading endpoint, kept while screens show it and refreshed when stale. */
  function useRead<const E extends Endpoint>(
    endpoint: E,
    input?: ReadInput<E>,
    { keepPrevious = false, refetchInterval, ...options }: ReadOptions<CallOutput<E>> = {},
  ) {
    return useQuery<CallOutput<E>>({
      queryKey: keyOf(endpoint, input),
      queryFn: ({ signal }) => callWith(endpoint, input, signal),
      ...(keepPrevious && { placeholderData: keepPreviousData }),
      refetchInterval:
        typeof refetchInterval === "function"
          ? ({ state: { data } }) => data !== undefined && refetchInterval(data)
          : (refetchInterval ?? false),
      ...options,
    });
  }

  /** A paged list that grows as the person scrolls. */
  function useReadPages<const E extends Endpoint>(
    endpoint: E,
    input: ReadInput<E> & { readonly query?: object },
    options: ReadOptions = {},
  ) {
    return useInfiniteQuery({
      queryKey: [...keyOf(endpoint, input), "pages"],
      queryFn: ({ signal, pageParam }) => {
        const paged = { ...input, query: { ...input.query, page: pageParam } };
        return callWith(endpoint, paged as never, signal);
      },
      initialPageParam: 1,
      getNextPageParam: (last) => {
        const { page, totalPages } = last as unknown as Page;
        return page < totalPages ? page + 1 : undefined;
      },
      enabled: options.enabled ?? true,
      ...(options.keepPrevious === true && { placeholderData: keepPreviousData }),
    });
  }

  return { useRead, useReadPages };
}

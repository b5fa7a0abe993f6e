import { ErrorState, Text } from "@wordloom/ui";
import type { ReactNode } from "react";
import { useObservable } from "../platform/use-observable.ts";
import { connection } from "../service/connection.ts";
import { useText } from "../text/text-provider.tsx";
import { refusalText, traceOf } from "./refusal-text.ts";

/** What is known of a call: those of `useRead` and `useReadPages`. */
export interface Query<T> {
  readonly data: T | undefined;
  /** When `data` came, Unix milliseconds. */
  readonly dataUpdatedAt: number;
  readonly error: Error | null;
  /** When it failed last, Unix milliseconds. */
  readonly errorUpdatedAt: number;
  readonly failureReason: Error | null;
  readonly isPending: boolean;
  readonly isFetching: boolean;
  readonly fetchStatus: string;
  readonly refetch: () => unknown;
}

/**
 * What a call brought; until then its shape, and in its place what to do when it failed. A call
 * that waits for a network counts as failed: nobody should look at a shape for minutes. What could
 * not be read again stays, and says how old it is.
 */
export function Reading<T>({
  query,
  heading,
  level = 2,
  skeleton,
  otherwise,
  children,
}: {
  readonly query: Query<T>;
  /** Says what could not be loaded. */
  readonly heading: string;
  readonly level?: 1 | 2 | 3;
  readonly skeleton: ReactNode;
  /** What is known without the call, from its first failure on; given what to do about that. */
  readonly otherwise?: (failed: ReactNode) => ReactNode;
  readonly children: (data: T) => ReactNode;
}) {
  const text = useText();
  if (query.data !== undefined) {
    // In one place of the tree with the line and without it: what was typed below stays.
    return (
      <>
        {query.error !== null && (
          <Stale sinceMs={query.dataUpdatedAt} triedMs={query.errorUpdatedAt} />
        )}
        {children(query.data)}
      </>
    );
  }
  const isOver = otherwise !== undefined || query.fetchStatus === "paused";
  const error = query.error ?? (isOver ? query.failureReason : null);
  if (error === null) {
    return (
      <div aria-busy="true" aria-label={text.t("common.working")} role="status">
        {skeleton}
      </div>
    );
  }
  const failed = (
    <ErrorState
      level={level}
      heading={heading}
      text={refusalText(error, text)}
      onRetry={() => void query.refetch()}
      busy={query.isFetching && query.fetchStatus !== "paused"}
      traceId={traceOf(error)}
    />
  );
  return otherwise === undefined ? failed : otherwise(failed);
}

/** Not while the whole service is away: then the apps say so once, for all that is shown. */
function Stale({ sinceMs, triedMs }: { readonly sinceMs: number; readonly triedMs: number }) {
  const { t, relative } = useText();
  if (useObservable(connection) !== "online") return null;
  return (
    <Text tone="soft" size="small" role="status">
      {t("common.stale", { time: relative(sinceMs, triedMs) })}
    </Text>
  );
}

import { ErrorState, Text } from "@wordloom/ui";
import type { ReactNode } from "react";
import { useObservable } from "../platform/use-observable.ts";
import { connection } from "../service/connection.ts";
import { useText } from "../text/text-provider.tsx";
import { refusalText, traceOf } from "./refusal-text.ts";

/** The state of a read: the results of `useRead` and `useReadPages` fit. */
export interface Query<T> {
  readonly data: T | undefined;
  /** When `data` arrived, in Unix milliseconds. */
  readonly dataUpdatedAt: number;
  readonly error: Error | null;
  /** When the last attempt failed, in Unix milliseconds. */
  readonly errorUpdatedAt: number;
  readonly failureReason: Error | null;
  readonly isPending: boolean;
  readonly isFetching: boolean;
  readonly fetchStatus: string;
  readonly refetch: () => unknown;
}

/**
 * Shows the result of a call: a placeholder while it loads, and help when it fails. Without a
 * network, the first attempt counts: nobody should look at a placeholder during the others.
 * Data that could not be refreshed stays and says how old it is.
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
  /** The text that says what could not be loaded. */
  readonly heading: string;
  readonly level?: 1 | 2 | 3;
  readonly skeleton: ReactNode;
  /** What the screen can show without the call, from its first failure on; receives the help. */
  readonly otherwise?: (failed: ReactNode) => ReactNode;
  readonly children: (data: T) => ReactNode;
}) {
  const text = useText();
  const isCutOff = useObservable(connection) === "offline";
  if (query.data !== undefined) {
    // The children keep their place in the tree with and without the line, so that typed text
    // stays.
    return (
      <>
        {query.error !== null && (
          <Stale sinceMs={query.dataUpdatedAt} triedMs={query.errorUpdatedAt} />
        )}
        {children(query.data)}
      </>
    );
  }
  const isOver = otherwise !== undefined || isCutOff || query.fetchStatus === "paused";
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

/** Shown unless the whole service is unreachable: then the apps say so once for everything. */
function Stale({ sinceMs, triedMs }: { readonly sinceMs: number; readonly triedMs: number }) {
  const { t, relative } = useText();
  if (useObservable(connection) !== "online") return null;
  return (
    <Text tone="soft" size="small" role="status">
      {t("common.stale", { time: relative(sinceMs, triedMs) })}
    </Text>
  );
}

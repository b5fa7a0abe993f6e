import { ErrorState } from "@wordloom/ui";
import type { ReactNode } from "react";
import { useText } from "../text/text-provider.tsx";
import { refusalText, traceOf } from "./refusal-text.ts";

/** What is known of a call: those of `useRead` and `useReadPages`. */
export interface Query<T> {
  readonly data: T | undefined;
  readonly error: Error | null;
  readonly failureReason: Error | null;
  readonly isPending: boolean;
  readonly isFetching: boolean;
  readonly fetchStatus: string;
  readonly refetch: () => unknown;
}

/**
 * What a call brought; until then its shape, and in its place what to do when it failed. A call
 * that waits for a network counts as failed: nobody should look at a shape for minutes.
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
  if (query.data !== undefined) return children(query.data);
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

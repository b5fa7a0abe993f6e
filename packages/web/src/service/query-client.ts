import { notifyManager, QueryClient } from "@tanstack/react-query";
import { ApiError } from "@wordloom/contract/client";
import { isDecided } from "./decided-refusals.ts";

/** How long a reply counts as fresh; what a stream event or an own act changes is invalidated. */
const STALE_MS = 30_000;
const RETRIES = 2;

// What a press changes is shown before the next frame: in a timer of its own, a choice that is
// being sent would first spring back.
notifyManager.setScheduler(queueMicrotask);

/**
 * Replies of the service, kept while screens use them. A refusal (4xx) is an answer and not tried
 * again; without a network queries wait.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: STALE_MS,
      retry: (count, error) => count < RETRIES && isPassing(error),
      networkMode: "offlineFirst",
    },
    mutations: { networkMode: "offlineFirst" },
  },
});

function isPassing(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status === 0 || (error.status >= 500 && !isDecided(error.code));
}

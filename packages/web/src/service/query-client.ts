import { notifyManager, QueryClient } from "@tanstack/react-query";
import { ApiError } from "@wordloom/contract/client";
import { tick } from "../platform/time/clock.ts";
import { isDecided } from "./decided-refusals.ts";

/**
 * How long a reply counts as fresh. Stream events and the person's own changes invalidate replies.
 */
const STALE_MS = 30_000;
const RETRIES = 2;

// Shows the effect of a press before the next frame. With the default timer, a choice that is being
// sent would first jump back.
notifyManager.setScheduler(queueMicrotask);

/**
 * Replies of the service, kept while screens use them. A refusal (4xx) is an answer and is not
 * retried; without a network, queries wait.
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

// No data on a screen is newer than the time that the screen shows.
queryClient.getQueryCache().subscribe((event) => {
  if (event.type === "updated" && event.action.type === "success") tick();
});

function isPassing(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status === 0 || (error.status >= 500 && !isDecided(error.code));
}

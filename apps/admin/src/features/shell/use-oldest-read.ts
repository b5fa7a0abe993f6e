import { useQueryClient } from "@tanstack/react-query";
import { useNowMs } from "@wordloom/web";

/**
 * When the oldest data on the screen was read, in Unix milliseconds; undefined without data.
 * Checked periodically while the age is displayed.
 */
export function useOldestRead(): { readonly sinceMs: number | undefined; readonly nowMs: number } {
  const queries = useQueryClient();
  const nowMs = useNowMs();
  const times = queries
    .getQueryCache()
    .findAll({ type: "active" })
    .flatMap(({ state }) => (state.dataUpdatedAt > 0 ? [state.dataUpdatedAt] : []));
  return { sinceMs: times.length === 0 ? undefined : Math.min(...times), nowMs };
}

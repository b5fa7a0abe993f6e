import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";

/** How often the displayed age is updated, milliseconds; it is shown in minutes. */
const TICK_MS = 30_000;

/**
 * When the oldest data on the screen was read, in Unix milliseconds; undefined without data.
 * Checked periodically while the age is displayed.
 */
export function useOldestRead(): { readonly sinceMs: number | undefined; readonly nowMs: number } {
  const queries = useQueryClient();
  const [nowMs, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const times = queries
    .getQueryCache()
    .findAll({ type: "active" })
    .flatMap(({ state }) => (state.dataUpdatedAt > 0 ? [state.dataUpdatedAt] : []));
  return { sinceMs: times.length === 0 ? undefined : Math.min(...times), nowMs };
}

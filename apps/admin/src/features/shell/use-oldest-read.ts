import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";

/** How often an age is written anew, milliseconds: it is told in minutes. */
const TICK_MS = 30_000;

/**
 * When the oldest of what is on the screen was read, Unix milliseconds; undefined: nothing is.
 * Looked up now and then, for as long as somebody is told of it.
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

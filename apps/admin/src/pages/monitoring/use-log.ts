import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { LogLevel, LogLine } from "@wordloom/contract";
import { keyOf } from "@wordloom/web";
import { listLogs } from "virtual:endpoints";
import { call } from "../../server-state/api.ts";
import { followed, sinceOf } from "./log-lines.ts";

export interface LogFilters {
  readonly level?: LogLevel;
  readonly q?: string;
  readonly target?: string;
}

const FOLLOW_MS = 2_000;

/**
 * The log's last lines, newest first. While following, only new lines are requested.
 * @param limit  how many lines to begin with
 */
export function useLog(filters: LogFilters, limit: number, isFollowed: boolean) {
  const queries = useQueryClient();
  const queryKey = keyOf(listLogs, { filters, limit });
  return useQuery<readonly LogLine[]>({
    queryKey,
    queryFn: async ({ signal }) => {
      const kept = queries.getQueryData<readonly LogLine[]>(queryKey) ?? [];
      const sinceMs = sinceOf(kept);
      const since = sinceMs === undefined ? {} : { sinceMs, limit: 5_000 };
      const query = { ...filters, limit, ...since };
      const { logs } = await call(listLogs, { query, signal });
      return sinceMs === undefined ? logs : followed(kept, logs, sinceMs);
    },
    placeholderData: (before) => before,
    ...(isFollowed && { refetchInterval: FOLLOW_MS }),
  });
}

import { readOverviewDashboard } from "virtual:endpoints";
import { useRead } from "../../server-state/use-read.ts";
import { useRefreshMs } from "./use-refresh-ms.ts";

/** What is going on now; asked again while somebody looks, and at once when an event tells it. */
export function useOverview() {
  return useRead(readOverviewDashboard, {}, { refetchInterval: useRefreshMs() });
}

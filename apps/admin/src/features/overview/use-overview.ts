import { readOverviewDashboard } from "virtual:endpoints";
import { useRead } from "../../server-state/use-read.ts";
import { useRefreshMs } from "./use-refresh-ms.ts";

/**
 * The current state of the service; refreshed while the page is visible, and immediately on events.
 */
export function useOverview() {
  return useRead(readOverviewDashboard, {}, { refetchInterval: useRefreshMs() });
}

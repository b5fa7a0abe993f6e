import { readOverviewDashboard } from "virtual:endpoints";
import { useRead } from "../../server-state/use-read.ts";

const REFRESH_MS = 15_000;

/** What is going on now; asked again while somebody looks. */
export function useOverview() {
  return useRead(readOverviewDashboard, {}, { refetchInterval: REFRESH_MS });
}

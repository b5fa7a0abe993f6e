import { useQueryClient } from "@tanstack/react-query";
import type { Endpoint, EventType } from "@wordloom/contract";
import { keyOf } from "@wordloom/web";
import {
  listDeadLetters,
  listFlaggedClients,
  listSuggestions,
  listWorkers,
  readMonitoringHealth,
  readOverviewDashboard,
  readUpdateStatus,
} from "virtual:endpoints";
import { useEffect } from "react";
import { onEvent } from "../../server-state/admin-stream.ts";

/** The reads that each event invalidates, in addition to the overview and the service's health. */
const readsByEvent = {
  admin_notice: [listDeadLetters, listFlaggedClients],
  worker_missed: [listWorkers],
  new_llm_suggestion: [listSuggestions],
  release_available: [readUpdateStatus],
  incident: [],
  maintenance: [],
} as const satisfies Partial<Record<EventType, readonly Endpoint[]>>;

/** Reloads the data that an event concerns, on every page: the items that need attention. */
export function useLiveOverview(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const ends = (Object.keys(readsByEvent) as (keyof typeof readsByEvent)[]).map((type) =>
      onEvent(type, () => {
        for (const endpoint of [
          readOverviewDashboard,
          readMonitoringHealth,
          ...readsByEvent[type],
        ]) {
          void queries.invalidateQueries({ queryKey: keyOf(endpoint) });
        }
      }),
    );
    return () => ends.forEach((end) => end());
  }, [queries]);
}

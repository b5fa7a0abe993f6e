import type { BroadcastAudience } from "@wordloom/contract";
import { previewBroadcast } from "virtual:endpoints";
import { useSettled } from "../../features/engine-config/use-settled.ts";
import { useRead } from "../../server-state/use-read.ts";

/** How many learners an audience has now, asked for when choosing pauses. */
export function useBroadcastReach(audience: BroadcastAudience) {
  const settled = useSettled(audience);
  const query = useRead(previewBroadcast, { body: { audience: settled } }, { staleTime: 0 });
  const isKnown = JSON.stringify(audience) === JSON.stringify(settled) && !query.isFetching;
  return {
    /** Undefined while it is not known. */
    reach: isKnown && query.error === null ? query.data : undefined,
    /** Why the service cannot tell. */
    error: isKnown ? query.error : null,
  };
}

export type BroadcastReach = ReturnType<typeof useBroadcastReach>;

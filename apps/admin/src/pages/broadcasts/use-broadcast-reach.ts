import type { BroadcastAudience } from "@wordloom/contract";
import { previewBroadcast } from "virtual:endpoints";
import { useSettled } from "../../features/engine-config/use-settled.ts";
import { useRead } from "../../server-state/use-read.ts";

/** The current size of an audience, requested when choosing pauses. */
export function useBroadcastReach(audience: BroadcastAudience) {
  const settled = useSettled(audience);
  const query = useRead(previewBroadcast, { body: { audience: settled } }, { staleTime: 0 });
  const isKnown = JSON.stringify(audience) === JSON.stringify(settled) && !query.isFetching;
  return {
    /** Undefined while unknown. */
    reach: isKnown && query.error === null ? query.data : undefined,
    /** Why the service could not determine it. */
    error: isKnown ? query.error : null,
  };
}

export type BroadcastReach = ReturnType<typeof useBroadcastReach>;

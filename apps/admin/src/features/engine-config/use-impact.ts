import { previewEngineConfig } from "virtual:endpoints";
import { patchOf, type Typed } from "./drafts.ts";
import { useSettled } from "./use-settled.ts";
import { useRead } from "../../server-state/use-read.ts";

/**
 * The service's verdict on the typed values: their effects, and which are invalid. Requested when
 * typing pauses.
 */
export function useImpact(typed: Typed) {
  const { patch, unreadable } = patchOf(typed);
  const settled = useSettled(patch);
  const hasAny = Object.keys(settled).length > 0;
  const query = useRead(
    previewEngineConfig,
    { body: { patch: settled } },
    { enabled: hasAny, keepPrevious: hasAny },
  );
  const { changes = [], faults = [] } = (hasAny ? query.data : undefined) ?? {};
  const isPresent = JSON.stringify(patch) === JSON.stringify(settled);
  return { patch, unreadable, query, changes, faults, isPresent };
}

export type Impact = ReturnType<typeof useImpact>;

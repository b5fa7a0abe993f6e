import type { ImportOptions } from "@wordloom/contract";
import { planImport } from "virtual:endpoints";
import { useEffect, useEffectEvent, useState } from "react";
import { longCall } from "../../server-state/long-call.ts";
import { useKeepImport } from "./use-followed-import.ts";

/** Between a change and the plan for it: the next key of a name may follow. */
const REST_MS = 300;

interface Plan {
  /** The options that were planned last, as JSON. */
  readonly of: string | undefined;
  readonly error?: unknown;
}

/**
 * Has the service find out what an import with these options would do, each time they change.
 *
 * @param options  undefined as long as they are incomplete
 */
export function usePlan(id: string, options: ImportOptions | undefined) {
  const keep = useKeepImport();
  const [plan, setPlan] = useState<Plan>({ of: undefined });
  const [tries, setTries] = useState(0);
  const wanted = options === undefined ? undefined : JSON.stringify(options);
  const ask = useEffectEvent(async (of: string, isOver: () => boolean) => {
    try {
      const reply = await longCall(planImport, {
        params: { id },
        body: JSON.parse(of) as ImportOptions,
      });
      if (isOver()) return;
      keep(reply);
      setPlan({ of });
    } catch (error) {
      if (!isOver()) setPlan({ of, error });
    }
  });
  useEffect(() => {
    if (wanted === undefined) return undefined;
    let isOver = false;
    const timer = setTimeout(() => void ask(wanted, () => isOver), REST_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [wanted, tries]);
  const isCurrent = wanted !== undefined && plan.of === wanted;
  return {
    /** Whether the counts are those of these options. */
    isCurrent: isCurrent && plan.error === undefined,
    isBusy: wanted !== undefined && !isCurrent,
    error: isCurrent ? plan.error : undefined,
    again: () => {
      setPlan({ of: undefined });
      setTries((count) => count + 1);
    },
  };
}

import { planExperiment } from "virtual:endpoints";
import { useSettled } from "../../features/engine-config/use-settled.ts";
import { useRead } from "../../server-state/use-read.ts";
import type { questionOf } from "./typed-plan.ts";

/** How many learners and days an experiment needs, requested when typing pauses. */
export function usePlan(question: ReturnType<typeof questionOf>) {
  const settled = useSettled(question);
  const isAsked = settled !== undefined;
  const body = settled ?? { primaryMetric: "", mde: 0 };
  return useRead(planExperiment, { body }, { enabled: isAsked, keepPrevious: isAsked });
}

export type PlanQuery = ReturnType<typeof usePlan>;

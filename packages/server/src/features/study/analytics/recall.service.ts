import { predictRecall } from "@wordloom/engine";
import { memoryFromJson } from "@wordloom/engine/stored";
import type { Deps } from "../../../deps.ts";
import { readEngineState } from "../../adaptation/amas/engine-states.service.ts";
import { parametersOfLearner } from "../../adaptation/engine-trials/learner-parameters.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "settings">;

/** Maximum number of memories evaluated for one reply. */
export const MEMORIES_MAX = 5_000;

/**
 * Returns a function that predicts the learner's current recall (0 to 1) of a word from its stored
 * memory. It ignores the learner's current mood, so that the prediction depends on time alone.
 */
export async function recallNow(
  needs: Needs,
  userId: string,
): Promise<(memoryJson: string) => number> {
  const learner = await readEngineState(needs, userId);
  const { parameters } = await parametersOfLearner(needs, userId);
  const nowMs = needs.clock.nowMs();
  return (memoryJson) => {
    const memory = memoryFromJson(memoryJson);
    return predictRecall(learner, memory, nowMs, parameters, { variant: "schedule" });
  };
}

/** Mean of the values, or null for an empty list. */
export function meanOrNull(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

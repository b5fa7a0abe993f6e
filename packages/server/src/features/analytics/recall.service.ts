import { predictRecall, memoryFromJson } from "@wordloom/engine";
import type { Deps } from "../../deps.ts";
import { readEngineState } from "../amas/engine-states.service.ts";
import { parametersOfLearner } from "../engine-trials/learner-parameters.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "settings">;

/** Memories looked at for one reply; a learner with more has this many looked at. */
export const MEMORIES_MAX = 5_000;

/**
 * How probable it is (0 to 1) that the learner still knows a word right now, from its memory as it
 * is stored. The mood of the moment plays no part, so that the figure falls with time alone.
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

/** Middle of the values; null without any. */
export function meanOrNull(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

import type { Effects } from "./effects.ts";
import { learnerEffects } from "./learner-effects.ts";
import { memoryEffects } from "./memory-effects.ts";
import { memoryWeightEffects } from "./memory-weight-effects.ts";
import { recallEffects } from "./recall-effects.ts";
import { rewardEffects } from "./reward-effects.ts";
import { selectionEffects } from "./selection-effects.ts";
import { sessionEffects } from "./session-effects.ts";
import { sspEffects } from "./ssp-effects.ts";
import { voterEffects } from "./voter-effects.ts";

const table: Effects = {
  ...learnerEffects,
  ...memoryEffects,
  ...memoryWeightEffects,
  ...recallEffects,
  ...rewardEffects,
  ...selectionEffects,
  ...sessionEffects,
  ...sspEffects,
  ...voterEffects,
};

/**
 * The effect of a parameter on learners or on the engine, for an operator: a sentence each.
 *
 * @throws RangeError  no such parameter
 */
export function effectOf(path: string): { readonly up: string; readonly down: string } {
  const effects = Object.hasOwn(table, path) ? table[path] : undefined;
  if (effects === undefined) throw new RangeError(`no parameter ${path}`);
  const [up, down] = effects;
  return { up, down };
}

/** All paths with an effect, for checks. */
export function pathsWithEffects(): readonly string[] {
  return Object.keys(table);
}

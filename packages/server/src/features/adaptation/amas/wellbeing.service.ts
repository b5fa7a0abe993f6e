import { applyVisualFatigue, interventions, userStateOf } from "@wordloom/engine/learner";
import type { UserState } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import type { Learner } from "../../../platform/identity/actor.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { logActions } from "../../accounts/activity-log/activity-log.service.ts";
import { preferencesOf } from "../../accounts/preferences/preferences.service.ts";
import { textIn } from "../../accounts/texts/texts.ts";
import { parametersOf, parametersOfLearner } from "../engine-trials/learner-parameters.service.ts";
import { fatigueAlert } from "./learn-from-answers.service.ts";
import { openEngineStates, readEngineState } from "./engine-states.service.ts";
import { toUserState } from "./user-state.ts";

type Needs = Pick<Deps, "clock" | "database" | "settings">;

/** Suggestions for the learner's current state, in the learner's language. Never empty. */
export async function listInterventions(needs: Needs, learner: Learner) {
  const state = await readEngineState(needs, learner.id);
  const { parameters } = await parametersOfLearner(needs, learner.id);
  const { language } = await preferencesOf(needs.database, learner.id);
  return interventions(state, parameters).map(({ type, severity }) => ({
    type,
    message: textIn(language, `suggestion.${type}`, {}),
    severity,
  }));
}

/**
 * Adds visual fatigue, measured by the device, to the learner's fatigue.
 *
 * @param score  0..100
 */
export async function reportVisualFatigue(
  needs: Needs,
  learner: Learner,
  score: number,
): Promise<UserState> {
  const states = await transact(needs.database, async (tx) => {
    const open = await openEngineStates(needs, tx, [learner.id]);
    const served = await parametersOf(needs, tx, [learner.id], { exposed: false });
    const { parameters } = served(learner.id);
    const before = open.get(learner.id);
    const after = applyVisualFatigue(before, score, parameters);
    open.set(learner.id, after);
    await open.save();
    const input = { atMs: needs.clock.nowMs() };
    const at = { userId: learner.id, input };
    await logActions(tx, fatigueAlert(before, after, { parameters }, at));
    return open;
  });
  states.afterCommit();
  return toUserState(userStateOf(states.get(learner.id)));
}

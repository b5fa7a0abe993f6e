import * as contract from "@wordloom/contract";
import { requireBatch } from "../../platform/batch.ts";
import type { RouteModule } from "../../platform/http/route.ts";
import {
  markMastered,
  resetWordState,
  setWordState,
  setWordStates,
} from "./manual-states.service.ts";

/**
 * Word states that learners set themselves. A feature apart from the states, because it waits for
 * the lock under which the engine learns: else an answer applied at the same time would undo what
 * the learner said.
 */
export const manualStatesRoutes: RouteModule = (mount, deps) => {
  mount(contract.markMastered, async ({ actor, params, answer }) =>
    answer(200, await markMastered(deps, actor, params.wordId)),
  );

  mount(contract.resetWordState, async ({ actor, params, answer }) =>
    answer(200, await resetWordState(deps, actor, params.wordId)),
  );

  mount(contract.updateWordStateBatch, async ({ actor, body, answer }) => {
    const updates = requireBatch(body.updates, deps.settings.LIMITS_MAX_BATCH_SIZE);
    return answer(200, { updated: await setWordStates(deps, actor, updates) });
  });

  mount(contract.updateWordState, async ({ actor, params, body, answer }) =>
    answer(200, await setWordState(deps, actor, params.wordId, body)),
  );
};

import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import {
  markMastered,
  resetWordState,
  setWordState,
  setWordStates,
  takeBackMastered,
} from "./manual-states.service.ts";

/**
 * Word states set by learners. Separate from the feature word-states because it takes the engine's
 * lock: otherwise an answer applied at the same time would overwrite the learner's change.
 */
export const manualStatesRoutes: RouteModule = (mount, deps) => {
  mount(contract.markMastered, async ({ actor, params, answer }) =>
    answer(200, await markMastered(deps, actor, params.wordId)),
  );

  mount(contract.resetWordState, async ({ actor, params, answer }) =>
    answer(200, await resetWordState(deps, actor, params.wordId)),
  );

  mount(contract.updateWordStateBatch, async ({ actor, body, answer }) =>
    answer(200, { updated: await setWordStates(deps, actor, body.updates) }),
  );

  mount(contract.takeBackMastered, async ({ actor, body, answer }) =>
    answer(200, { takenBack: await takeBackMastered(deps, actor, body.words) }),
  );

  mount(contract.updateWordState, async ({ actor, params, body, answer }) =>
    answer(200, await setWordState(deps, actor, params.wordId, body)),
  );
};

import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import {
  listDueWords,
  listWordsByState,
  readStateOverview,
  readWordState,
  readWordStateBatch,
} from "./word-states.service.ts";

/** Word states: how well the learner knows each word, and when it is due. */
export const wordStatesRoutes: RouteModule = (mount, deps) => {
  mount(contract.readWordState, async ({ actor, params, answer }) =>
    answer(200, await readWordState(deps, actor, params.wordId)),
  );

  mount(contract.listWordsByState, async ({ actor, query, answer }) =>
    answer(200, await listWordsByState(deps, actor, query)),
  );

  mount(contract.readWordStateBatch, async ({ actor, body, answer }) =>
    answer(200, await readWordStateBatch(deps, actor, body.wordIds)),
  );

  mount(contract.listDueWords, async ({ actor, query, answer }) =>
    answer(200, await listDueWords(deps, actor, query.limit)),
  );

  mount(contract.readStateOverview, async ({ actor, query, answer }) =>
    answer(200, await readStateOverview(deps, actor, query.category)),
  );
};

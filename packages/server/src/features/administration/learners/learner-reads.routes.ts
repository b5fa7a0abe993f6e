import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import { listWordsOf, readEngineStateOf, readStrategyOf } from "./learner-engine.service.ts";
import {
  listActions,
  listAudit,
  listRecords,
  listSessions,
  readDailyActivity,
  readExtras,
  readProfile,
} from "./learner-history.service.ts";

/** One learner's studies, as shown to administrators. */
export const learnerReadsRoutes: RouteModule = (mount, deps) => {
  mount(contract.readLearnerProfile, async ({ params, answer }) =>
    answer(200, await readProfile(deps, params.id)),
  );

  mount(contract.listLearnerSessions, async ({ params, query, answer }) =>
    answer(200, { sessions: await listSessions(deps, params.id, partOf(query)) }),
  );

  mount(contract.listLearnerRecords, async ({ params, query, answer }) =>
    answer(200, await listRecords(deps, params.id, partOf(query))),
  );

  mount(contract.readLearnerActivity, async ({ params, query, answer }) =>
    answer(200, await readDailyActivity(deps, params.id, query.days)),
  );

  mount(contract.readLearnerExtras, async ({ params, answer }) =>
    answer(200, await readExtras(deps, params.id)),
  );

  mount(contract.listLearnerAudit, async ({ params, query, answer }) =>
    answer(200, { entries: await listAudit(deps, params.id, partOf(query)) }),
  );

  mount(contract.listLearnerActions, async ({ params, query, answer }) =>
    answer(200, { entries: await listActions(deps, params.id, partOf(query)) }),
  );

  mount(contract.readLearnerEngineState, async ({ params, answer }) =>
    answer(200, await readEngineStateOf(deps, params.id)),
  );

  mount(contract.readLearnerStrategy, async ({ params, answer }) =>
    answer(200, await readStrategyOf(deps, params.id)),
  );

  mount(contract.listLearnerWords, async ({ params, query, answer }) =>
    answer(200, await listWordsOf(deps, params.id, partOf(query))),
  );
};

/** Without an offset a list starts at the beginning. */
function partOf({
  limit,
  offset = 0,
}: {
  readonly limit: number;
  readonly offset?: number | undefined;
}) {
  return { limit, offset };
}

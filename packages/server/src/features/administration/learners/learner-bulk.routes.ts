import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import { readBanReach } from "./learner-history.service.ts";
import {
  banLearners,
  deleteLearners,
  resetLearnerPasswords,
  setLearnerRoles,
  unbanLearners,
} from "./learner-bulk.service.ts";

/** The same action for several learners. */
export const learnerBulkRoutes: RouteModule = (mount, deps) => {
  mount(contract.banLearners, async ({ actor, body, answer }) =>
    answer(200, await banLearners(deps, { by: actor, ...body })),
  );

  mount(contract.previewLearnersBan, async ({ body, answer }) =>
    answer(200, await readBanReach(deps, new Set(body.userIds))),
  );

  mount(contract.unbanLearners, async ({ actor, body, answer }) =>
    answer(200, await unbanLearners(deps, { by: actor, ...body })),
  );

  mount(contract.setLearnerRoles, async ({ actor, body, answer }) =>
    answer(200, await setLearnerRoles(deps, { by: actor, ...body })),
  );

  mount(contract.resetLearnerPasswords, async ({ actor, body, answer }) =>
    answer(200, await resetLearnerPasswords(deps, { by: actor, ...body })),
  );

  mount(contract.deleteLearners, async ({ actor, body, answer }) =>
    answer(200, await deleteLearners(deps, { by: actor, ...body })),
  );
};

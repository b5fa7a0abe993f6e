import * as contract from "@wordloom/contract";
import { csvAnswer } from "../../../platform/http/csv-answer.ts";
import type { RouteModule } from "../../../platform/http/route.ts";
import { deleteLearner } from "../../operations/account-erasure/account-erasure.service.ts";
import {
  createLearner,
  readResetTokens,
  resetLearnerPassword,
  setLearnerPassword,
  setLearnerRole,
  updateLearner,
} from "./learner-accounts.service.ts";
import { banLearner, unbanLearner } from "./learner-bans.service.ts";
import {
  exportLearners,
  pageLearners,
  readFacets,
  readLearner,
  readPlatformStats,
} from "./learner-lists.service.ts";

const RESET_MESSAGE =
  "Hand this key to the learner: with it they choose a new password within four hours.";

/** Administrators' management of learners' accounts. */
export const learnersRoutes: RouteModule = (mount, deps) => {
  mount(contract.readPlatformStats, async ({ answer }) =>
    answer(200, await readPlatformStats(deps)),
  );

  mount(contract.pageLearners, async ({ query, answer }) =>
    answer(200, await pageLearners(deps, query)),
  );

  mount(contract.readLearnerFacets, async ({ answer }) => answer(200, await readFacets(deps)));

  mount(contract.exportLearners, async ({ actor, query, answer }) => {
    const { body, extras } = csvAnswer(await exportLearners(deps, actor, query));
    return answer(200, body, extras);
  });

  mount(contract.createLearner, async ({ actor, body, answer }) =>
    answer(201, await createLearner(deps, actor, body)),
  );

  mount(contract.readLearner, async ({ params, answer }) =>
    answer(200, await readLearner(deps, params.id)),
  );

  mount(contract.banLearner, async ({ actor, params, body, answer }) => {
    const userId = params.id;
    const act = { by: actor, userId, reason: body.reason };
    return answer(200, { banned: true, userId, sessionsRevoked: await banLearner(deps, act) });
  });

  mount(contract.unbanLearner, async ({ actor, params, answer }) => {
    await unbanLearner(deps, { by: actor, userId: params.id });
    return answer(200, { banned: false, userId: params.id });
  });

  mount(contract.resetLearnerPassword, async ({ actor, params, answer }) => {
    const resetKey = await resetLearnerPassword(deps, { by: actor, userId: params.id });
    const reply = { resetCreated: true, resetKey, expiresInHours: 4 } as const;
    return answer(200, { ...reply, message: RESET_MESSAGE });
  });

  mount(contract.listResetTokens, async ({ actor, answer }) =>
    answer(200, { tokens: await readResetTokens(deps, actor) }),
  );

  mount(contract.setLearnerPassword, async ({ actor, params, body, answer }) => {
    const userId = params.id;
    const act = { by: actor, userId, newPassword: body.newPassword };
    const sessionsRevoked = await setLearnerPassword(deps, act);
    return answer(200, { passwordReset: true, userId, sessionsRevoked });
  });

  mount(contract.setLearnerRole, async ({ actor, params, body, answer }) =>
    answer(200, await setLearnerRole(deps, { by: actor, userId: params.id, role: body.role })),
  );

  mount(contract.updateLearner, async ({ actor, params, body, answer }) =>
    answer(200, await updateLearner(deps, { by: actor, userId: params.id, next: body })),
  );

  mount(contract.deleteLearner, async ({ actor, params, answer }) => {
    await deleteLearner(deps, { by: actor, userId: params.id });
    return answer(200, { deleted: true });
  });
};

import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import {
  listDeadLetters,
  purgeDeadLetter,
  requeueDeadLetter,
} from "./dead-letters-admin.service.ts";

export const deadLettersRoutes: RouteModule = (mount, deps) => {
  mount(contract.listDeadLetters, async ({ query, answer }) =>
    answer(200, { entries: await listDeadLetters(deps, query.limit) }),
  );

  mount(contract.requeueDeadLetter, async ({ actor, params, answer }) => {
    await requeueDeadLetter(deps, actor, params.id);
    return answer(200, { requeued: true, id: params.id });
  });

  mount(contract.purgeDeadLetter, async ({ actor, params, answer }) => {
    await purgeDeadLetter(deps, actor, params.id);
    return answer(200, { purged: true, id: params.id });
  });
};

import * as contract from "@wordloom/contract";
import { clearedCookies } from "../../../platform/http/cookies.ts";
import type { RouteModule } from "../../../platform/http/route.ts";
import { endOtherSignIns, endSignIn, listSignIns } from "./own-sign-ins.service.ts";

/** The caller's sign-ins: list them, end one, end all others. */
export const ownSignInsRoutes: RouteModule = (mount, deps) => {
  mount(contract.listMySignIns, async ({ actor, answer }) =>
    answer(200, await listSignIns(deps, actor)),
  );

  mount(contract.endMySignIn, async ({ actor, params, answer }) => {
    await endSignIn(deps, actor, params.id);
    const cookies = params.id === actor.sessionId ? clearedCookies : [];
    return answer(200, { deleted: true }, { cookies });
  });

  mount(contract.endMyOtherSignIns, async ({ actor, answer }) =>
    answer(200, { ended: await endOtherSignIns(deps, actor) }),
  );
};

import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import { changeMyPassword, readMe, renameMe } from "./users.service.ts";

/** The caller's own account. */
export const usersRoutes: RouteModule = (mount, deps) => {
  mount(contract.readMe, async ({ actor, answer }) => answer(200, await readMe(deps, actor)));

  mount(contract.renameMe, async ({ actor, body, answer }) =>
    answer(200, await renameMe(deps, actor, body.username)),
  );

  mount(contract.changeMyPassword, async ({ actor, body, answer }) => {
    await changeMyPassword(deps, actor, body);
    return answer(200, { passwordChanged: true });
  });
};

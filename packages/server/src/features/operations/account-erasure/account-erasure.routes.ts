import { deleteMe } from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import { clearedCookies } from "../../accounts/auth/auth.service.ts";
import { deleteMyAccount } from "./account-erasure.service.ts";

/** Erasure of the caller's account. */
export const accountErasureRoutes: RouteModule = (mount, deps) => {
  mount(deleteMe, async ({ actor, answer }) => {
    await deleteMyAccount(deps, actor);
    return answer(200, { deleted: true }, { cookies: clearedCookies });
  });
};

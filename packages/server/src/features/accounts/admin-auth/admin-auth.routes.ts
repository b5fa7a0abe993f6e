import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import {
  isInitialized,
  loginAdmin,
  logoutAdmin,
  readAdminIdentity,
  setupAdmin,
} from "./admin-auth.service.ts";

/** Setup of the first administrator, and sign-in and sign-out of administrators. */
export const adminAuthRoutes: RouteModule = (mount, deps) => {
  mount(contract.readSetupStatus, async ({ answer }) =>
    answer(200, { initialized: await isInitialized(deps) }),
  );

  mount(contract.setupAdmin, async ({ body, answer }) => answer(201, await setupAdmin(deps, body)));

  mount(contract.loginAdmin, async ({ body, answer }) => {
    const credentials = { ...body, rememberMe: body.rememberMe ?? false };
    return answer(200, await loginAdmin(deps, credentials));
  });

  mount(contract.verifyAdmin, async ({ actor, answer }) =>
    answer(200, await readAdminIdentity(deps, actor)),
  );

  mount(contract.logoutAdmin, async ({ actor, answer }) => {
    await logoutAdmin(deps, actor);
    return answer(200, { loggedOut: true });
  });
};

import * as contract from "@wordloom/contract";
import type { RequestFacts, RouteModule } from "../../../platform/http/route.ts";
import type { SignInOrigin } from "../../../platform/identity/sessions.ts";
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

  mount(contract.setupAdmin, async ({ body, request, answer }) => {
    const { auditId, ...signedIn } = await setupAdmin(deps, body, originOf(request));
    return answer(201, signedIn, namingAudit(auditId));
  });

  mount(contract.loginAdmin, async ({ body, request, answer }) => {
    const credentials = { ...body, rememberMe: body.rememberMe ?? false };
    const { auditId, ...signedIn } = await loginAdmin(deps, credentials, originOf(request));
    return answer(200, signedIn, namingAudit(auditId));
  });

  mount(contract.verifyAdmin, async ({ actor, answer }) =>
    answer(200, await readAdminIdentity(deps, actor)),
  );

  mount(contract.logoutAdmin, async ({ actor, answer }) => {
    await logoutAdmin(deps, actor);
    return answer(200, { loggedOut: true });
  });
};

function originOf(request: RequestFacts): SignInOrigin {
  return { ip: request.ip, userAgent: request.header("user-agent") ?? null };
}

/** The request was anonymous, so the platform does not know whose entry it is. */
function namingAudit(auditId: number) {
  return { headers: { "X-Audit-Id": String(auditId) } };
}

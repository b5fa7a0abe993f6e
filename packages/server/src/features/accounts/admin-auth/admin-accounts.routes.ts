import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import { toTimestamp } from "../../../platform/time/clock.ts";
import { createAdmin, listAdmins, type AdminListing } from "./admin-accounts.service.ts";
import { changeAdminPassword, deleteAdmin, setAdminRole } from "./admin-changes.service.ts";
import { endAdminSession, listAdminSessions } from "./admin-sessions.service.ts";

/** Administrators' accounts and sign-ins. */
export const adminAccountsRoutes: RouteModule = (mount, deps) => {
  mount(contract.listAdminAccounts, async ({ answer }) =>
    answer(200, { admins: (await listAdmins(deps)).map(toListed) }),
  );

  mount(contract.createAdminAccount, async ({ actor, body, answer }) => {
    const { lockedUntil: _never, ...account } = toListed(await createAdmin(deps, body, actor));
    return answer(201, account);
  });

  mount(contract.setAdminRole, async ({ actor, params, body, answer }) =>
    answer(200, toListed(await setAdminRole(deps, actor, params.id, body.role))),
  );

  mount(contract.deleteAdminAccount, async ({ actor, params, answer }) => {
    await deleteAdmin(deps, actor, params.id);
    return answer(200, { deleted: true, adminId: params.id });
  });

  mount(contract.changeAdminPassword, async ({ actor, body, answer }) => {
    await changeAdminPassword(deps, actor, body);
    return answer(200, { passwordChanged: true });
  });

  mount(contract.listAdminSessions, async ({ actor, query, answer }) =>
    answer(200, { sessions: await listAdminSessions(deps, actor, query.adminId) }),
  );

  mount(contract.endAdminSession, async ({ actor, params, answer }) => {
    await endAdminSession(deps, actor, params.id);
    return answer(200, { revoked: true });
  });
};

function toListed({ createdAtMs, lockedUntilMs, ...account }: AdminListing) {
  return {
    ...account,
    createdAt: toTimestamp(createdAtMs),
    lockedUntil: lockedUntilMs === null ? null : toTimestamp(lockedUntilMs),
  };
}

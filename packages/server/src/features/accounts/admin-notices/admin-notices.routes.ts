import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import { listAdminNotices, readAdminNotice, readAllAdminNotices } from "./notice-list.service.ts";

/** Notifications for administrators. */
export const adminNoticesRoutes: RouteModule = (mount, deps) => {
  mount(contract.listAdminNotifications, async ({ actor, query, answer }) => {
    const unreadOnly = query.unreadOnly === "true";
    return answer(200, await listAdminNotices(deps, actor, { ...query, unreadOnly }));
  });

  mount(contract.readAdminNotification, async ({ actor, params, answer }) =>
    answer(200, await readAdminNotice(deps, actor, params.id)),
  );

  mount(contract.readAllAdminNotifications, async ({ actor, answer }) =>
    answer(200, { markedRead: await readAllAdminNotices(deps, actor) }),
  );
};

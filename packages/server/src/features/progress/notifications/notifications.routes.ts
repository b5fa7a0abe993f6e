import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import { listBadges } from "./badges.service.ts";
import {
  countUnreadNotifications,
  listNotifications,
  readAllNotifications,
  readNotification,
} from "./notifications.service.ts";

/** Learners' notifications and badges. */
export const notificationsRoutes: RouteModule = (mount, deps) => {
  mount(contract.listNotifications, async ({ actor, query, answer }) =>
    answer(200, await listNotifications(deps, actor, query)),
  );

  mount(contract.countUnreadNotifications, async ({ actor, answer }) =>
    answer(200, { unreadCount: await countUnreadNotifications(deps, actor) }),
  );

  mount(contract.readNotification, async ({ actor, params, answer }) =>
    answer(200, await readNotification(deps, actor, params.id)),
  );

  mount(contract.readAllNotifications, async ({ actor, answer }) =>
    answer(200, { markedRead: await readAllNotifications(deps, actor) }),
  );

  mount(contract.listBadges, async ({ actor, answer }) =>
    answer(200, await listBadges(deps, actor)),
  );
};

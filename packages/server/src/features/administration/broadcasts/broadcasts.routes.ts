import * as contract from "@wordloom/contract";
import { withoutNullish } from "../../../platform/basics/without-nullish.ts";
import type { RouteModule } from "../../../platform/http/route.ts";
import { previewAudience } from "./broadcast-audience.service.ts";
import { listBroadcasts } from "./broadcast-statistics.service.ts";
import {
  broadcastUpdate,
  cancelBroadcast,
  listScheduledBroadcasts,
  sendBroadcast,
} from "./broadcasts.service.ts";

/** Notifications to many learners, and announcements of a version to all clients. */
export const broadcastsRoutes: RouteModule = (mount, deps) => {
  mount(contract.sendBroadcast, async ({ actor, body, answer }) => {
    const receipt = await sendBroadcast(deps, actor, body);
    return "sent" in receipt ? answer(200, receipt) : answer(202, receipt);
  });

  mount(contract.previewBroadcast, async ({ body, answer }) =>
    answer(200, await previewAudience(deps, body.audience ?? {})),
  );

  mount(contract.listBroadcasts, async ({ query, answer }) =>
    answer(200, await listBroadcasts(deps, query)),
  );

  mount(contract.listScheduledBroadcasts, async ({ answer }) =>
    answer(200, await listScheduledBroadcasts(deps)),
  );

  mount(contract.cancelBroadcast, async ({ actor, params, answer }) => {
    await cancelBroadcast(deps, actor, params.id);
    return answer(200, { canceled: true });
  });

  mount(contract.broadcastUpdate, async ({ actor, body, answer }) => {
    await broadcastUpdate(deps, actor, withoutNullish(body));
    return answer(200, { broadcasted: true });
  });
};

import { followAdminEvents, followEvents } from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import { followAsAdmin, followAsLearner } from "./realtime.service.ts";

/** Proxies must neither cache nor buffer the stream. */
const headers = {
  "content-type": "text/event-stream",
  "cache-control": "no-cache",
  "x-accel-buffering": "no",
};

/** Streams of server-sent events. */
export const realtimeRoutes: RouteModule = (mount, deps) => {
  mount(followEvents, async ({ actor, request, query, answer }) =>
    answer(200, await followAsLearner(deps, actor, request, query), { headers }),
  );

  mount(followAdminEvents, ({ actor, request, answer }) =>
    answer(200, followAsAdmin(deps, actor, request), { headers }),
  );
};

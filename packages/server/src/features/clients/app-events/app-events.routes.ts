import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import { requireDeviceHeaders } from "../devices/device-headers.ts";
import { takeAppEvents } from "./app-events.service.ts";

/** Reports of app events. */
export const appEventsRoutes: RouteModule = (mount, deps) => {
  mount(
    contract.sendAppEvents,
    async ({ actor, body, request, answer }) =>
      answer(200, await takeAppEvents(deps, actor, requireDeviceHeaders(request), body.events)),
    { before: ({ request }) => void requireDeviceHeaders(request) },
  );
};

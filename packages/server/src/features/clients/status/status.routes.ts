import { readDeviceBan, readStatus as readStatusEndpoint } from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import { isBanned } from "../devices/devices.service.ts";
import { readStatus } from "./status.service.ts";

/** Status for clients before they sign in; open during maintenance. */
export const statusRoutes: RouteModule = (mount, deps) => {
  mount(readStatusEndpoint, async ({ request, answer }) =>
    answer(200, await readStatus(deps, request)),
  );

  mount(readDeviceBan, async ({ query, answer }) =>
    answer(200, { banned: await isBanned(deps, query.deviceId) }),
  );
};

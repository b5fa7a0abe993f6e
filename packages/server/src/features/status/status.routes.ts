import { readDeviceBan, readStatus as readStatusEndpoint } from "@wordloom/contract";
import type { RouteModule } from "../../platform/http/route.ts";
import { readStatus } from "./status.service.ts";

/** What clients ask before they sign in; open during maintenance. */
export const statusRoutes: RouteModule = (mount, deps) => {
  mount(readStatusEndpoint, ({ answer }) => answer(200, readStatus(deps)));

  // Nothing can ban a device yet: there is no register of devices.
  mount(readDeviceBan, ({ answer }) => answer(200, { banned: false }));
};

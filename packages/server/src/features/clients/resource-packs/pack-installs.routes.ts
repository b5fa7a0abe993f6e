import { reportPackInstall } from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import { notePackInstall } from "./pack-installs.service.ts";

/** Reports on resource pack installations from devices. */
export const packInstallsRoutes: RouteModule = (mount, deps) => {
  mount(reportPackInstall, async ({ actor, body, request, answer }) => {
    await notePackInstall(deps, actor, request.header("x-device-id"), body);
    return answer(200, { received: true });
  });
};

import { reportError, sendTelemetry } from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import { requireDeviceHeaders } from "../devices/device-headers.ts";
import { logErrorReport } from "./error-reports.service.ts";
import { checkReport, saveReport } from "./telemetry.service.ts";

/** Telemetry and error reports from apps. */
export const telemetryRoutes: RouteModule = (mount, deps) => {
  mount(
    sendTelemetry,
    async ({ actor, body, request, excess, answer }) => {
      const checked = await checkReport(deps, actor, requireDeviceHeaders(request), body);
      return excess ?? answer(200, { id: await saveReport(deps, checked) });
    },
    { before: ({ request }) => void requireDeviceHeaders(request), limitLast: true },
  );

  mount(reportError, ({ body, answer }) => {
    logErrorReport(deps, body);
    return answer(200, { received: true });
  });
};

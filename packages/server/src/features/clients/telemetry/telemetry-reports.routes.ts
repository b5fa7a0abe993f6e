import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import { listTelemetry, summarizeTelemetry } from "./telemetry-reports.service.ts";

/** Devices' telemetry for administrators. */
export const telemetryReportsRoutes: RouteModule = (mount, deps) => {
  mount(contract.listTelemetry, async ({ params, query, answer }) =>
    answer(200, await listTelemetry(deps, params.deviceId, query)),
  );

  mount(contract.summarizeTelemetry, async ({ params, query, answer }) =>
    answer(200, await summarizeTelemetry(deps, params.deviceId, query.event_type)),
  );
};

import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import { listClients } from "./client-activity.service.ts";
import {
  listFlaggedClients,
  listUserDevices,
  pageClients,
  readClient,
  readClientDistribution,
} from "./clients.service.ts";
import { requestTelemetry } from "./telemetry-requests.service.ts";

/** Administrators' endpoints for learners' devices. */
export const clientsRoutes: RouteModule = (mount, deps) => {
  mount(contract.listClients, async ({ answer }) => answer(200, await listClients(deps)));

  mount(contract.pageClients, async ({ query, answer }) =>
    answer(200, await pageClients(deps, query)),
  );

  mount(contract.readClientDistribution, async ({ answer }) =>
    answer(200, await readClientDistribution(deps)),
  );

  mount(contract.listFlaggedClients, async ({ answer }) =>
    answer(200, { flagged: await listFlaggedClients(deps) }),
  );

  mount(contract.readClient, async ({ params, answer }) =>
    answer(200, await readClient(deps, params.id)),
  );

  mount(contract.requestClientTelemetry, async ({ actor, params, answer }) =>
    answer(200, { requestId: await requestTelemetry(deps, actor, params.id) }),
  );

  mount(contract.listUserDevices, async ({ params, query, answer }) =>
    answer(200, { devices: await listUserDevices(deps, params.id, query.limit) }),
  );
};

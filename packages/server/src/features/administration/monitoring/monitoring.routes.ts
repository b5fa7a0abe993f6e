import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import { readStableUpdate } from "../updates/update-status.service.ts";
import { readDatabaseFacts } from "./database-facts.service.ts";
import { exportLogs, listLogs } from "./logs.service.ts";
import { listWorkers, runWorker } from "./monitored-workers.service.ts";
import { listMonitoringEvents } from "./monitoring-events.service.ts";
import { readMonitoringHealth } from "./monitoring-health.service.ts";

const LOG_FILE = { "content-disposition": 'attachment; filename="wordloom-log.ndjson"' };

/** The state of this process and of the database. */
export const monitoringRoutes: RouteModule = (mount, deps) => {
  mount(contract.readMonitoringHealth, async ({ answer }) =>
    answer(200, await readMonitoringHealth(deps)),
  );

  mount(contract.readMonitoredDatabase, async ({ answer }) =>
    answer(200, await readDatabaseFacts(deps)),
  );

  mount(contract.listWorkers, async ({ answer }) =>
    answer(200, { workers: await listWorkers(deps) }),
  );

  mount(contract.runWorker, async ({ actor, params, answer }) => {
    await runWorker(deps, actor, params.name);
    return answer(202, { started: true });
  });

  mount(contract.listLogs, async ({ query, answer }) =>
    answer(200, { logs: await listLogs(deps, query) }),
  );

  mount(contract.exportLogs, ({ query, answer }) =>
    answer(200, exportLogs(deps, query), { headers: LOG_FILE }),
  );

  mount(contract.listMonitoringEvents, async ({ query, answer }) =>
    answer(200, { events: await listMonitoringEvents(deps, query.hours) }),
  );

  mount(contract.checkUpdate, async ({ answer }) => answer(200, await readStableUpdate(deps)));
};

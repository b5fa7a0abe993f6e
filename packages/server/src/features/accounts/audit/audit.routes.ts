import * as contract from "@wordloom/contract";
import { csvAnswer } from "../../../platform/http/csv-answer.ts";
import type { RouteModule } from "../../../platform/http/route.ts";
import { exportAuditLog, listAuditLog, readAuditEntry } from "./audit-log.service.ts";

/** The audit log: its pages, and its export as a file. */
export const auditRoutes: RouteModule = (mount, deps) => {
  mount(contract.listAuditLog, async ({ query, answer }) =>
    answer(200, await listAuditLog(deps, query)),
  );

  mount(contract.readAuditEntry, async ({ params, answer }) =>
    answer(200, await readAuditEntry(deps, params.id)),
  );

  mount(contract.exportAuditLog, async ({ actor, query, answer }) => {
    const { body, extras } = csvAnswer(await exportAuditLog(deps, actor, query));
    return answer(200, body, extras);
  });
};

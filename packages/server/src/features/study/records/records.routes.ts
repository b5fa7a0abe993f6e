import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import { acceptRecord, acceptRecordBatch, listOwnRecords } from "./records.service.ts";

/** Learning records: submitting answers and reading them back. */
export const recordsRoutes: RouteModule = (mount, deps) => {
  mount(contract.listRecords, async ({ actor, query, answer }) =>
    answer(200, await listOwnRecords(deps, actor, query)),
  );

  mount(contract.submitRecord, async ({ actor, body, answer }) => {
    const outcome = await acceptRecord(deps, actor, body);
    switch (outcome.kind) {
      case "queued":
        return answer(202, {
          accepted: true,
          async: true,
          clientRecordId: outcome.clientRecordId,
        });
      case "stored":
        return answer(201, {
          record: outcome.record,
          amasResult: outcome.result,
          duplicate: false,
        });
      case "duplicate":
        return answer(200, { record: outcome.record, amasResult: null, duplicate: true });
    }
  });

  mount(contract.submitRecordBatch, async ({ actor, body, answer }) => {
    const { items, errors } = await acceptRecordBatch(deps, actor, body.records);
    const partial = errors.length > 0;
    const reply = { count: items.length, failed: errors.length, partial, items, errors };
    return partial ? answer(200, reply) : answer(201, reply);
  });
};

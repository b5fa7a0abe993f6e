import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import { planImport, startImport, startUndo } from "./import-plan.service.ts";
import { deleteImport, listImports, readImport, receiveImport } from "./imports.service.ts";

export const importsRoutes: RouteModule = (mount, deps) => {
  mount(contract.createImport, async ({ actor, query, body, answer }) =>
    answer(201, await receiveImport(deps, actor, query.name, body)),
  );

  mount(contract.listImports, async ({ actor, answer }) =>
    answer(200, { imports: await listImports(deps, actor) }),
  );

  mount(contract.getImport, async ({ actor, params, answer }) =>
    answer(200, await readImport(deps, actor, params.id)),
  );

  mount(contract.planImport, async ({ actor, params, body, answer }) =>
    answer(200, await planImport(deps, actor, params.id, body)),
  );

  mount(contract.runImport, async ({ actor, params, body, answer }) => {
    const options = Object.keys(body).length === 0 ? undefined : body;
    return answer(202, await startImport(deps, actor, params.id, options));
  });

  mount(contract.undoImport, async ({ actor, params, answer }) =>
    answer(202, await startUndo(deps, actor, params.id)),
  );

  mount(contract.deleteImport, async ({ actor, params, answer }) => {
    await deleteImport(deps, actor, params.id);
    return answer(200, { deleted: true });
  });
};

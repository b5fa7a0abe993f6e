import * as contract from "@wordloom/contract";
import { parametersSchema } from "@wordloom/engine/parameters";
import type { RouteModule } from "../../../platform/http/route.ts";
import { impactOf } from "./config-impact.service.ts";
import { effectOf } from "./effects/effect-table.ts";
import {
  addTrial,
  listConfigVersions,
  readConfig,
  readConfigVersion,
  replaceConfig,
  restoreConfig,
} from "./parameters.service.ts";

const schema = parametersSchema((path) => {
  const { up, down } = effectOf(path);
  return { "x-effectUp": up, "x-effectDown": down };
});

/** The engine's configuration and its versions, for administrators. */
export const parametersRoutes: RouteModule = (mount, deps) => {
  mount(contract.readEngineConfig, async ({ answer }) => {
    const { config, versionHash } = await readConfig(deps);
    return answer(200, config, { headers: { etag: `"${versionHash}"` } });
  });

  mount(contract.replaceEngineConfig, async ({ actor, query, body, request, answer }) => {
    const note = query.note ?? request.header("note");
    const ifMatch = request.header("if-match");
    return answer(200, await replaceConfig(deps, actor, body, { note, ifMatch }));
  });

  mount(contract.storeEngineTrial, async ({ actor, query, body, answer }) =>
    answer(200, await addTrial(deps, actor, body, query.note)),
  );

  mount(contract.readEngineConfigSchema, ({ answer }) => answer(200, schema));

  mount(contract.previewEngineConfig, async ({ body, answer }) =>
    answer(200, await impactOf(deps, body)),
  );

  mount(contract.listEngineVersions, async ({ query, answer }) =>
    answer(200, await listConfigVersions(deps, query)),
  );

  mount(contract.readEngineVersion, async ({ params, answer }) =>
    answer(200, await readConfigVersion(deps, params.hash)),
  );

  mount(contract.restoreEngineVersion, async ({ actor, params, body, answer }) =>
    answer(200, await restoreConfig(deps, actor, params.hash, body.note)),
  );
};

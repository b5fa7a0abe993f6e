import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import {
  changeDictionary,
  deleteDictionary,
  listDictionaries,
  readDictionaryJob,
  receiveDictionary,
} from "./dictionaries.service.ts";
import { lookUp } from "./look-up.service.ts";

export const dictionariesRoutes: RouteModule = (mount, deps) => {
  mount(contract.listDictionaries, async ({ answer }) =>
    answer(200, { dictionaries: await listDictionaries(deps) }),
  );

  mount(contract.addDictionary, async ({ actor, query, body, answer }) =>
    answer(202, await receiveDictionary(deps, actor, query, body)),
  );

  mount(contract.readDictionaryJob, async ({ params, answer }) =>
    answer(200, await readDictionaryJob(deps, params.id)),
  );

  mount(contract.updateDictionary, async ({ actor, params, body, answer }) =>
    answer(200, await changeDictionary(deps, actor, params.id, body)),
  );

  mount(contract.deleteDictionary, async ({ actor, params, answer }) => {
    await deleteDictionary(deps, actor, params.id);
    return answer(200, { deleted: true });
  });

  mount(contract.lookUpWord, async ({ query, answer }) =>
    answer(200, { entries: await lookUp(deps, query) }),
  );
};

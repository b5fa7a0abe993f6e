import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import { readerOf } from "../words/seen-words.ts";
import { readContexts } from "./contexts.service.ts";
import { readEtymology } from "./etymology.service.ts";
import { readMorphemes, storeMorphemes } from "./morphemes.service.ts";

/** Etymology, example sentences and morphemes of words. */
export const contentRoutes: RouteModule = (mount, deps) => {
  mount(contract.readEtymology, async ({ actor, params, answer }) =>
    answer(200, await readEtymology(deps, readerOf(actor), params.wordId)),
  );

  mount(contract.readWordContexts, async ({ actor, params, answer }) =>
    answer(200, await readContexts(deps, readerOf(actor), params.wordId)),
  );

  mount(contract.readMorphemes, async ({ actor, params, answer }) =>
    answer(200, await readMorphemes(deps.database, readerOf(actor), params.wordId)),
  );

  mount(contract.writeMorphemes, async ({ actor, params, body, answer }) =>
    answer(200, await storeMorphemes(deps, actor, params.wordId, body.morphemes)),
  );
};

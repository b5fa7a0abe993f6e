import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import {
  dismissSlippingWord,
  listSlippingWords,
  restoreSlippingWord,
} from "./slipping-words.service.ts";

/** The caller's slipping words. */
export const slippingWordsRoutes: RouteModule = (mount, deps) => {
  mount(contract.listSlippingWords, async ({ actor, query, answer }) =>
    answer(200, await listSlippingWords(deps, actor, query)),
  );

  mount(contract.dismissSlippingWord, async ({ actor, params, answer }) => {
    await dismissSlippingWord(deps, actor, params.wordId);
    return answer(200, { deleted: true });
  });

  mount(contract.restoreSlippingWord, async ({ actor, params, answer }) =>
    answer(200, { restored: await restoreSlippingWord(deps, actor, params.wordId) }),
  );
};

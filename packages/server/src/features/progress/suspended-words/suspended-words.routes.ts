import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import {
  bringBackWords,
  buryWord,
  leaveOutWords,
  listSuspendedWords,
  suspendWord,
  unsuspendWord,
} from "./suspended-words.service.ts";

/** Words that a learner does not want to be asked, for a day or until further notice. */
export const suspendedWordsRoutes: RouteModule = (mount, deps) => {
  mount(contract.suspendWord, async ({ actor, params, answer }) =>
    answer(200, await suspendWord(deps, actor, params.wordId)),
  );

  mount(contract.buryWord, async ({ actor, params, answer }) =>
    answer(200, await buryWord(deps, actor, params.wordId)),
  );

  mount(contract.unsuspendWord, async ({ actor, params, answer }) =>
    answer(200, await unsuspendWord(deps, actor, params.wordId)),
  );

  mount(contract.listSuspendedWords, async ({ actor, query, answer }) =>
    answer(200, await listSuspendedWords(deps, actor, query)),
  );

  mount(contract.leaveOutWords, async ({ actor, body, answer }) =>
    answer(200, { leftOut: await leaveOutWords(deps, actor, body.wordIds) }),
  );

  mount(contract.bringBackWords, async ({ actor, body, answer }) =>
    answer(200, { broughtBack: await bringBackWords(deps, actor, body.wordIds) }),
  );
};

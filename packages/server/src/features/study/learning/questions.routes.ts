import * as contract from "@wordloom/contract";
import { refuse } from "../../../platform/basics/app-error.ts";
import type { RouteModule } from "../../../platform/http/route.ts";
import { adjustedStrategy } from "../../adaptation/amas/amas.service.ts";
import { makeOptions } from "./options.service.ts";
import { pickNextWord } from "./questions.service.ts";

/** Questions of a running session: strategy, next word, answer options. */
export const questionsRoutes: RouteModule = (mount, deps) => {
  mount(contract.adjustWords, async ({ actor, body, answer }) =>
    answer(200, { adjustedStrategy: await adjustedStrategy(deps, actor.id, body) }),
  );

  mount(contract.pickNextWord, async ({ actor, body, answer }) => {
    if (body.activeWordIds.length === 0) refuse("LEARNING_NO_ACTIVE_WORDS");
    return answer(200, await pickNextWord(deps, actor, body));
  });

  mount(contract.generateOptions, async ({ actor, body, answer }) =>
    answer(200, await makeOptions(deps, actor, body)),
  );
};

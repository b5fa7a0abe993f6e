import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import { changePreferences, preferencesOf } from "./preferences.service.ts";

/** Learners' preferences. */
export const preferencesRoutes: RouteModule = (mount, deps) => {
  mount(contract.readPreferences, async ({ actor, answer }) =>
    answer(200, await preferencesOf(deps.database, actor.id)),
  );

  mount(contract.changePreferences, async ({ actor, body, answer }) =>
    answer(200, await changePreferences(deps, actor, body)),
  );
};

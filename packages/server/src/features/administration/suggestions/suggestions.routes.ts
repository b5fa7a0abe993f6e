import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import { approveSuggestion, rollBackSuggestion } from "./apply-suggestion.service.ts";
import { listSuggestions, readSuggestion, rejectSuggestion } from "./suggestions.service.ts";

/** The advisor's suggestions and the decisions about them. */
export const suggestionsRoutes: RouteModule = (mount, deps) => {
  mount(contract.listSuggestions, async ({ query, answer }) =>
    answer(200, await listSuggestions(deps, query)),
  );

  mount(contract.readSuggestion, async ({ params, answer }) =>
    answer(200, await readSuggestion(deps, params.id)),
  );

  mount(contract.approveSuggestion, async ({ actor, params, body, answer }) => {
    const stored = await approveSuggestion(deps, actor, params.id, body.note || null);
    return answer(200, { updated: true, ...stored });
  });

  mount(contract.rejectSuggestion, async ({ actor, params, body, answer }) => {
    await rejectSuggestion(deps, actor, params.id, body.note || null);
    return answer(200, { rejected: true });
  });

  mount(contract.rollBackSuggestion, async ({ actor, params, body, answer }) => {
    const { versionHash } = await rollBackSuggestion(deps, actor, params.id, body.note || null);
    return answer(200, { rolledBack: true, versionHash });
  });
};

import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import {
  addFavorite,
  listFavorites,
  readFavoriteStatus,
  removeFavorite,
} from "./favorites.service.ts";

/** A learner's favorite words. */
export const favoritesRoutes: RouteModule = (mount, deps) => {
  mount(contract.listFavorites, async ({ actor, query, answer }) =>
    answer(200, await listFavorites(deps, actor, query)),
  );

  mount(contract.readFavoriteStatus, async ({ actor, query, answer }) =>
    answer(200, await readFavoriteStatus(deps.database, actor, query.wordIds)),
  );

  mount(contract.addFavorite, async ({ actor, params, answer }) =>
    answer(200, await addFavorite(deps, actor, params.wordId)),
  );

  mount(contract.removeFavorite, async ({ actor, params, answer }) => {
    const { wordId } = params;
    const deleted = await removeFavorite(deps.database, actor, wordId);
    return answer(200, { wordId, favorited: false, deleted });
  });
};

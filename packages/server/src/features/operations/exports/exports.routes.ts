import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import { exportBook } from "../../library/word-lists/book-export.service.ts";
import { exportDeck } from "./deck-export.service.ts";

/** Words as files for other programs. */
export const exportsRoutes: RouteModule = (mount, deps) => {
  mount(contract.exportWordbook, async ({ actor, params, query, request, answer }) => {
    const { format } = query;
    const wish = { bookIds: [params.id], reviews: false, media: true };
    const { body, headers } =
      format === "apkg"
        ? await exportDeck(deps, actor, wish, request)
        : await exportBook(deps, actor, params.id, format);
    return answer(200, body, { headers });
  });

  mount(contract.exportDeck, async ({ actor, query, request, answer }) => {
    const { wordbookIds: bookIds, reviews, media } = query;
    const wish = { bookIds, reviews, media };
    const { body, headers } = await exportDeck(deps, actor, wish, request);
    return answer(200, body, { headers });
  });
};

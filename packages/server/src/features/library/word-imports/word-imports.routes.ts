import * as contract from "@wordloom/contract";
import { saysMeaning } from "@wordloom/language";
import type { RouteModule } from "../../../platform/http/route.ts";
import { importWordsFromUrl } from "./word-import.service.ts";

/** Word lists from anywhere on the web. */
export const wordImportsRoutes: RouteModule = (mount, deps) => {
  mount(contract.importWordsFromUrl, async ({ actor, body, answer }) => {
    const items = await importWordsFromUrl(deps, body.url, actor);
    const withoutMeaning = items.filter(({ meaning }) => !saysMeaning(meaning)).length;
    return answer(201, { imported: items.length, withoutMeaning, items });
  });
};

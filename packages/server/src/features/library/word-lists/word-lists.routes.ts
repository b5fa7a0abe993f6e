import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import { addWordList, previewWordList } from "./word-lists.service.ts";

/** Lists of words as text, into wordbooks. */
export const wordListsRoutes: RouteModule = (mount, deps) => {
  mount(contract.addWordbookText, async ({ actor, params, body, answer }) => {
    const list = {
      text: body.text,
      onDuplicate: body.onDuplicate === "library" ? "link" : (body.onDuplicate ?? "own"),
      language: body.language ?? undefined,
      meaningLanguage: body.meaningLanguage ?? undefined,
      keepUnknown: body.keepUnknown ?? false,
    } as const;
    const take = body.mode === "add" ? addWordList : previewWordList;
    return answer(200, await take(deps, actor, params.id, list));
  });
};

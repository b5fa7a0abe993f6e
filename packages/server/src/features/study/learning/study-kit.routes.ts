import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import { readKitWords } from "./kit-words.service.ts";
import { readStudyKit } from "./study-kit.service.ts";

/** Studying without a connection. */
export const studyKitRoutes: RouteModule = (mount, deps) => {
  mount(contract.readStudyKit, async ({ actor, query, request, answer }) => {
    const known = request.header("if-none-match");
    const { kit, etag } = await readStudyKit(deps, actor, query, known);
    // Only the client may cache it, because it belongs to one learner.
    const headers = { etag, "cache-control": "private, no-cache" };
    return kit === undefined ? answer(304, "", { headers }) : answer(200, kit, { headers });
  });

  mount(contract.readKitWords, async ({ actor, body, answer }) =>
    answer(200, await readKitWords(deps, actor, body.ids)),
  );
};

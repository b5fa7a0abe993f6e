import { deleteWordbook } from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import { deleteOwnBook } from "./wordbook-removal.service.ts";

/** Deletion of learners' own wordbooks. */
export const wordbookRemovalRoutes: RouteModule = (mount, deps) => {
  mount(deleteWordbook, async ({ actor, params, answer }) => {
    await deleteOwnBook(deps, actor, params.id);
    return answer(200, { deleted: true });
  });
};

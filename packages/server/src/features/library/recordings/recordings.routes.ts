import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import { deleteMedia } from "./recordings.service.ts";

export const recordingsRoutes: RouteModule = (mount, deps) => {
  mount(contract.deleteMedia, async ({ actor, params, answer }) => {
    await deleteMedia(deps, actor, params.id);
    return answer(200, { deleted: true });
  });
};

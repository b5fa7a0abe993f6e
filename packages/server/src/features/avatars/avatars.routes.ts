import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../platform/http/route.ts";
import { readAvatar, saveAvatar } from "./avatars.service.ts";

/** Pictures of learners. */
export const avatarsRoutes: RouteModule = (mount, deps) => {
  mount(contract.uploadAvatar, async ({ actor, body, request, answer }) => {
    const contentType = request.header("content-type");
    return answer(200, { avatarUrl: await saveAvatar(deps, actor, contentType, body) });
  });

  mount(contract.showAvatar, async ({ params, request, answer }) => {
    const { bytes, contentType, etag } = await readAvatar(deps, params.file);
    // The address stays when the picture changes, so browsers keep it but ask whether it is new.
    const headers = { "content-type": contentType, "cache-control": "no-cache", etag };
    const isKnown = request.header("if-none-match")?.includes(etag) ?? false;
    return isKnown ? answer(304, "", { headers }) : answer(200, bytes, { headers });
  });
};

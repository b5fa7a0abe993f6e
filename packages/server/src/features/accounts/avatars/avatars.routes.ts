import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import { saveAvatar, showAvatar } from "./avatars.service.ts";

/** Profile pictures of learners. */
export const avatarsRoutes: RouteModule = (mount, deps) => {
  mount(contract.uploadAvatar, async ({ actor, body, request, answer }) => {
    const contentType = request.header("content-type");
    return answer(200, { avatarUrl: await saveAvatar(deps, actor, contentType, body) });
  });

  mount(contract.showAvatar, async ({ params, request, answer }) => {
    const held = request.header("if-none-match");
    const { bytes, contentType, etag } = await showAvatar(deps, params.file, held);
    // The URL does not change with the picture, so browsers may cache it but must revalidate.
    const headers = { "content-type": contentType, "cache-control": "no-cache", etag };
    return bytes === undefined ? answer(304, "", { headers }) : answer(200, bytes, { headers });
  });
};

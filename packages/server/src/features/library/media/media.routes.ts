import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import { mediaHeaders, rangeOf } from "./media-reply.ts";
import { receiveMedia, showMedia } from "./media.service.ts";

/** Recordings and pictures: brought and played. */
export const mediaRoutes: RouteModule = (mount, deps) => {
  mount(contract.addMedia, async ({ actor, query, body, answer }) => {
    const { media, isNew } = await receiveMedia(deps, actor, query.name, body);
    return answer(isNew ? 201 : 200, media);
  });

  mount(contract.readMedia, async ({ actor, params, request, answer }) => {
    const file = await showMedia(deps, actor, params.id);
    const headers = { ...mediaHeaders(file.mime, file.name), etag: file.etag };
    if (request.header("if-none-match")?.includes(file.etag)) return answer(304, "", { headers });
    const range = rangeOf(request.header("range"), file.size);
    if (range === "beyond") {
      const none = { "content-range": `bytes */${file.size}`, "accept-ranges": "bytes" };
      return answer(416, "", { headers: none });
    }
    const bytes = await file.bytes();
    if (range === undefined) return answer(200, bytes, { headers });
    const { start, end } = range;
    const part = { "content-range": `bytes ${start}-${end - 1}/${file.size}` };
    return answer(206, bytes.subarray(start, end), { headers: { ...headers, ...part } });
  });
};

import { downloadArchive } from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import { writeArchive } from "./write-archive.service.ts";

const HEADERS = { "content-disposition": 'attachment; filename="wordloom-account.zip"' };

export const accountArchiveRoutes: RouteModule = (mount, deps) => {
  mount(downloadArchive, async ({ actor, answer }) =>
    answer(200, await writeArchive(deps, actor), { headers: HEADERS }),
  );
};

import { exportMyData } from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import { exportData } from "./data-export.service.ts";

const HEADERS = { "content-disposition": 'attachment; filename="wordloom-export.ndjson"' };

/** Export of the caller's data. */
export const dataExportRoutes: RouteModule = (mount, deps) => {
  mount(exportMyData, async ({ actor, answer }) =>
    answer(200, await exportData(deps, actor), { headers: HEADERS }),
  );
};

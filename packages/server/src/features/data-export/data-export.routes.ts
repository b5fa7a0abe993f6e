import { exportMyData } from "@wordloom/contract";
import type { RouteModule } from "../../platform/http/route.ts";
import { exportData } from "./data-export.service.ts";

const HEADERS = { "content-disposition": 'attachment; filename="wordloom-export.ndjson"' };

/** The caller's data, to take along. */
export const dataExportRoutes: RouteModule = (mount, deps) => {
  mount(exportMyData, async ({ actor, answer }) =>
    answer(200, await exportData(deps, actor), { headers: HEADERS }),
  );
};

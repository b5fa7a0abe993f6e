import type { Feature } from "../../../feature.ts";
import { dataExportRoutes } from "./data-export.routes.ts";

/** A learner's data as a download. */
export const dataExportFeature: Feature = {
  name: "data-export",
  routes: [dataExportRoutes],
  owns: ["data_exports"],
  personalTables: [{ table: "data_exports", column: "user_id" }],
};

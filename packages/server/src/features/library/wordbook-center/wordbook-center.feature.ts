import type { Feature } from "../../../feature.ts";
import { wordbookCenterRoutes } from "./wordbook-center.routes.ts";

/** Importing books from a remote center, keeping them up to date, and the format of their files. */
export const wordbookCenterFeature: Feature = {
  name: "wordbook-center",
  routes: [wordbookCenterRoutes],
  owns: ["wordbook_center_settings"],
  reads: ["wordbook_imports", "wordbooks"],
  personalTables: [{ table: "wordbook_center_settings", column: "user_id" }],
};

import type { Feature } from "../../../feature.ts";
import { wordbookCenterRoutes } from "./wordbook-center.routes.ts";

/** Importing books from a remote center, and keeping them up to date. */
export const wordbookCenterFeature: Feature = {
  name: "wordbook-center",
  routes: [wordbookCenterRoutes],
  owns: ["wordbook_center_settings"],
  personalTables: [{ table: "wordbook_center_settings", column: "user_id" }],
  reads: ["wordbook_imports", "wordbooks"],
};

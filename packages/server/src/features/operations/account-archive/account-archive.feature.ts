import type { Feature } from "../../../feature.ts";
import { accountArchiveRoutes } from "./account-archive.routes.ts";
import { accountImporter } from "./account-importer.service.ts";

/** The whole account as an archive, and an archive as an account. */
export const accountArchiveFeature: Feature = {
  name: "account-archive",
  routes: [accountArchiveRoutes],
  importers: [accountImporter],
  owns: ["archive_charges", "brought_ids"],
  personalTables: [
    { table: "archive_charges", column: "user_id" },
    { table: "brought_ids", column: "user_id" },
  ],
};

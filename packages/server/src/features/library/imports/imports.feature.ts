import type { Feature } from "../../../feature.ts";
import { importsRoutes } from "./imports.routes.ts";
import { importsCleanup, importsWorker } from "./imports.worker.ts";

/** Files with words that learners bring. */
export const importsFeature: Feature = {
  name: "imports",
  routes: [importsRoutes],
  workers: [importsWorker, importsCleanup],
  owns: ["imports", "import_parts", "import_changes", "import_books"],
  personalTables: [
    { table: "imports", column: "user_id" },
    { table: "import_books", column: "user_id" },
    { table: "import_changes", column: "import_id", of: { table: "imports", column: "user_id" } },
    { table: "import_parts", column: "import_id", of: { table: "imports", column: "user_id" } },
  ],
  reads: ["wordbooks"],
  wordTables: [{ table: "import_changes" }],
};

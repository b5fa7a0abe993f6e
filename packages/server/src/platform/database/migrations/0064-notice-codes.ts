import type { Migration } from "./migration.ts";

/** Which notice it is, and what its text needs: clients write it in the reader's language. */
export const noticeCodes: Migration = {
  name: "0064-notice-codes",
  statements: [
    "alter table admin_notices add column code text",
    "alter table admin_notices add column args_json text",
  ],
};

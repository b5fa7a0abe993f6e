import type { KyselyPlugin } from "kysely";
import { testDialect } from "@wordloom/testing/databases/test-database";

/** Runs an action right after the first statement. */
export function afterFirst(action: () => Promise<unknown>): KyselyPlugin {
  let first = true;
  return {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (!first) return result;
      first = false;
      const done = action();
      // SQLite's only connection is in use; there the action runs next.
      if (testDialect === "postgres") await done;
      return result;
    },
  };
}

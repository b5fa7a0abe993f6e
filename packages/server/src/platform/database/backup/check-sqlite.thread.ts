import { serveTasks } from "../../basics/serve-tasks.ts";
import { messageOf } from "../../basics/thrown.ts";
import { checkSqlite } from "./copy-sqlite.ts";

/** The content of a file, or the reason why it cannot be read. */
export type CheckReply = { readonly rows: Record<string, number> } | { readonly fault: string };

// Reads whole SQLite files; see check-aside.ts.
serveTasks((file: string): CheckReply => {
  try {
    return { rows: checkSqlite(file) };
  } catch (error) {
    return { fault: messageOf(error) };
  }
});

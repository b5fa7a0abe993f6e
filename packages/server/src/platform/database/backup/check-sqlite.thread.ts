import { serveTasks } from "../../basics/serve-tasks.ts";
import { messageOf } from "../../basics/thrown.ts";
import { checkSqlite, type SqliteContent } from "./check-sqlite.ts";

/** The content of a file, or the reason why it cannot be read. */
export type CheckReply = SqliteContent | { readonly fault: string };

// Reads whole SQLite files; see check-aside.ts.
serveTasks((file: string): CheckReply => {
  try {
    return checkSqlite(file);
  } catch (error) {
    return { fault: messageOf(error) };
  }
});

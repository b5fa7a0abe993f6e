import { queryClient } from "@wordloom/web";
import { onEvent } from "./event-stream.ts";

/** States of an import after which words have come or gone. */
const ENDS = ["done", "failed", "undone"];

/** Refreshes the cached replies when an import ends, whichever screen is open. */
export function followImports(): void {
  onEvent("import_progress", ({ state }) => {
    if (ENDS.includes(state)) void queryClient.invalidateQueries();
  });
}

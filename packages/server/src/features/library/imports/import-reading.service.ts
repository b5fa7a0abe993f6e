import type { Deps } from "../../../deps.ts";
import type { Import } from "@wordloom/contract";
import { DAY_MS, MINUTE_MS } from "../../../platform/time/durations.ts";
import { withFile } from "./import-files.service.ts";
import { toPreview } from "./import-reply.ts";
import {
  findNextImport,
  listSilentImports,
  updateImport,
  type ImportRow,
} from "./import-rows.repo.ts";
import { FileUnreadableError, readAside } from "./import-thread.service.ts";
import { forgetImport } from "./imports.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "events" | "log">;

/** Between two events about the same import, ms. */
const EVENT_PAUSE_MS = 500;

/** Imports are removed this long after their last step. */
const KEPT_MS = 7 * DAY_MS;
/** A file that has not arrived by then never will. */
const UPLOAD_MAX_MS = 10 * MINUTE_MS;

/**
 * Reads the files that wait, one after another. A file whose reading was cut off by the end of a
 * process is read again.
 */
export async function readWaiting(
  needs: Needs,
  signal: AbortSignal,
  moves: () => void,
): Promise<void> {
  for (;;) {
    if (signal.aborted) return;
    const row = await findNextImport(needs.database, ["reading"]);
    if (row === undefined) return;
    await readOne(needs, row, signal, moves);
  }
}

async function readOne(
  needs: Needs,
  row: ImportRow,
  signal: AbortSignal,
  moves: () => void,
): Promise<void> {
  const tell = teller(needs, row);
  const heed = { rows: (count: number) => (moves(), tell.progress(shareOf(count, row))), signal };
  try {
    const found = await withFile(needs.database, row.id, (path) =>
      readAside({ path, name: row.name }, heed),
    );
    await settle(needs, row, {
      kind: found.kind,
      state: "ready",
      preview_json: JSON.stringify(toPreview(found)),
      problems_json: JSON.stringify(found.problems),
      problem_count: found.problemCount,
    });
    tell.state("ready");
  } catch (error) {
    if (signal.aborted) return;
    const isFile = error instanceof FileUnreadableError;
    if (!isFile) needs.log.error({ err: error, importId: row.id }, "an import could not be read");
    await settle(needs, row, {
      state: "failed",
      finished_at_ms: needs.clock.nowMs(),
      error_code: isFile ? "IMPORT_UNREADABLE" : "INTERNAL",
      error_message: isFile ? error.message : "The file could not be read.",
    });
    tell.state("failed");
  }
}

/** Rows are about this long; the share is a rough one. */
const ROW_BYTES = 40;

function shareOf(rows: number, { size_bytes: size }: ImportRow): number {
  return Math.min(0.95, (rows * ROW_BYTES) / Math.max(1, size));
}

async function settle(
  { clock, database }: Needs,
  { id }: ImportRow,
  change: Parameters<typeof updateImport>[3],
): Promise<void> {
  const end = { progress: 1, step: "", changed_at_ms: clock.nowMs() };
  await updateImport(database, id, ["reading"], { ...end, ...change });
}

/** Tells the learner how far an import is, at most twice a second, and how it ended. */
function teller({ clock, events }: Needs, { id, user_id: userId, state, step }: ImportRow) {
  let nextMs = 0;
  const send = (to: string, progress: number, at: string) =>
    events.toUser(userId, { type: "import_progress", importId: id, state: to, progress, step: at });
  return {
    progress(share: number) {
      const nowMs = clock.monotonicMs();
      if (nowMs < nextMs) return;
      nextMs = nowMs + EVENT_PAUSE_MS;
      send(state, share, step);
    },
    state: (to: Import["state"]) => send(to, 1, ""),
  };
}

/** Removes imports whose time is up, and files that never arrived. */
export async function removeOldImports(
  needs: Pick<Deps, "clock" | "database">,
  signal: AbortSignal,
): Promise<void> {
  const nowMs = needs.clock.nowMs();
  const over = await listSilentImports(
    needs.database,
    ["ready", "done", "failed", "undone"],
    nowMs - KEPT_MS,
  );
  const lost = await listSilentImports(needs.database, ["uploading"], nowMs - UPLOAD_MAX_MS);
  for (const id of [...over, ...lost]) {
    if (signal.aborted) return;
    await forgetImport(needs, id);
  }
}

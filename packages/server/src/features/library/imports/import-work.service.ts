import type { Deps } from "../../../deps.ts";
import type { Import } from "@wordloom/contract";
import { isAccountGone } from "../../../platform/database/account-gone.ts";
import { DAY_MS, MINUTE_MS } from "../../../platform/time/durations.ts";
import { latestStoredMs } from "../../../platform/database/stored-times.ts";
import { withFile } from "./import-files.service.ts";
import { toPreview } from "./import-reply.ts";
import {
  findNextImport,
  listSilentImports,
  redateImports,
  updateImport,
  type ImportRow,
} from "./import-rows.repo.ts";
import { errorOf, runImport, StoppedError } from "./import-run.service.ts";
import { readAside } from "./import-thread.service.ts";
import { takeBackWhole } from "./import-undo.service.ts";
import { forgetImport } from "./imports.service.ts";

type Needs = Pick<
  Deps,
  | "clock"
  | "database"
  | "deckKeepers"
  | "deckReviews"
  | "events"
  | "ids"
  | "importers"
  | "log"
  | "peers"
  | "settings"
  | "wordTables"
>;

/** Between two events about the same import, ms. */
const EVENT_PAUSE_MS = 500;

/** Imports are removed this long after their last step. */
const KEPT_MS = 7 * DAY_MS;
/** A file that has not arrived by then never will. */
const UPLOAD_MAX_MS = 10 * MINUTE_MS;

/** What a worker has to do with an import in each of these states. */
const WORK = {
  reading: readOne,
  importing: importOne,
  undoing: undoOne,
  deleting: deleteOne,
} as const;

type Working = keyof typeof WORK;

/**
 * Does what imports wait for, one after another: reads files, imports words, takes them back. What
 * the end of a process cut off is done again.
 */
export async function workOnImports(
  needs: Needs,
  signal: AbortSignal,
  moves: () => void,
): Promise<void> {
  const states = Object.keys(WORK) as Working[];
  while (!signal.aborted) {
    const row = await findNextImport(needs.database, states);
    if (row === undefined) return;
    await WORK[row.state as Working](needs, row, signal, moves);
  }
}

async function readOne(
  needs: Needs,
  row: ImportRow,
  signal: AbortSignal,
  moves: () => void,
): Promise<void> {
  const tell = teller(needs, row);
  const rows = (count: number) => {
    moves();
    tell.progress(Math.min(0.95, (count * ROW_BYTES) / Math.max(1, row.size_bytes)));
  };
  await settled(needs, row, signal, async () => {
    const found = await withFile(needs.database, row.id, (path) =>
      readAside({ path, name: row.name, nowMs: needs.clock.nowMs() }, { rows, signal }),
    );
    return {
      kind: found.kind,
      state: "ready",
      preview_json: JSON.stringify(toPreview(found)),
      problems_json: JSON.stringify(found.problems),
      problem_count: found.problemCount,
    };
  });
}

async function importOne(
  needs: Needs,
  row: ImportRow,
  signal: AbortSignal,
  moves: () => void,
): Promise<void> {
  const tell = teller(needs, row);
  const done = (share: number) => {
    moves();
    tell.progress(Math.min(0.99, share));
  };
  await settled(needs, row, signal, async () => {
    const { counts, bookIds, result } = await runImport(needs, row, signal, done);
    return {
      state: "done",
      finished_at_ms: needs.clock.nowMs(),
      counts_json: JSON.stringify(counts),
      book_ids_json: JSON.stringify(bookIds),
      result_json: result === null ? null : JSON.stringify(result),
    };
  });
}

async function undoOne(needs: Needs, row: ImportRow, signal: AbortSignal): Promise<void> {
  await settled(needs, row, signal, async () => {
    await takeBackWhole(needs, row, signal);
    return { state: "undone", finished_at_ms: needs.clock.nowMs(), result_json: null };
  });
}

async function deleteOne(needs: Needs, row: ImportRow, signal: AbortSignal): Promise<void> {
  await takeBackWhole(needs, row, signal);
  if (!signal.aborted) await forgetImport(needs, row.id);
}

/**
 * Runs `work` and stores what it says, or how it failed: what a failed import did is taken back.
 * Work that was cut off stays as it is, for the next run.
 */
async function settled(
  needs: Needs,
  row: ImportRow,
  signal: AbortSignal,
  work: () => Promise<Change & { readonly state: Import["state"] }>,
): Promise<void> {
  const end = { progress: 1, step: "", changed_at_ms: needs.clock.nowMs() };
  try {
    const change = await work();
    if (signal.aborted) return;
    if (await updateImport(needs.database, row.id, [row.state], { ...end, ...change }))
      teller(needs, row).state(change.state);
  } catch (error) {
    if (signal.aborted || error instanceof StoppedError || isAccountGone(error)) return;
    const said = errorOf(error);
    if (said.code === "INTERNAL" || said.code === "UNAVAILABLE")
      needs.log.error({ err: error, importId: row.id }, `an import failed while ${row.state}`);
    if (row.state === "importing") await takeBackWhole(needs, row, signal);
    const failure = {
      error_code: said.code,
      error_message: said.message,
      error_problem: said.problem,
      state: "failed",
    } as const;
    const finished = { finished_at_ms: needs.clock.nowMs() };
    await updateImport(needs.database, row.id, [row.state], { ...end, ...failure, ...finished });
    teller(needs, row).state("failed");
  }
}

type Change = Parameters<typeof updateImport>[3];

/** Rows are about this long; the share is a rough one. */
const ROW_BYTES = 40;

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
  await redateImports(needs.database, nowMs, latestStoredMs(nowMs));
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

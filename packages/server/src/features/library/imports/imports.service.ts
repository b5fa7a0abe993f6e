import type { Import } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import { transact } from "../../../platform/database/transaction.ts";
import type { Learner } from "../../../platform/identity/actor.ts";
import { removeFile, storeFile } from "./import-files.service.ts";
import { kindOfName, toImport } from "./import-reply.ts";
import {
  findImport,
  insertImport,
  listImportsOf,
  listStatesOf,
  removeImport,
  updateImport,
} from "./import-rows.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "ids" | "jobs" | "log" | "settings">;

export const IMPORTS_WORKER = "imports";

const KEPT_MAX = 20;
const UNFINISHED_MAX = 2;
const FINISHED: ReadonlySet<string> = new Set(["done", "failed", "undone"]);

/**
 * Stores a file that a learner sends, and has it read in the background.
 *
 * @throws AppError IMPORT_LIMIT, IMPORT_EMPTY, PAYLOAD_TOO_LARGE
 */
export async function receiveImport(
  needs: Needs,
  learner: Learner,
  name: string,
  pieces: AsyncIterable<Uint8Array>,
): Promise<Import> {
  const id = await openUpload(needs, learner, name);
  try {
    const size = await storeFile(needs, id, pieces);
    if (size === 0) refuse("IMPORT_EMPTY");
    return await beginReading(needs, learner, id, size);
  } catch (error) {
    await forgetImport(needs, id);
    throw error;
  }
}

async function openUpload(
  { clock, database, ids }: Needs,
  learner: Learner,
  name: string,
): Promise<string> {
  const id = ids.next();
  const atMs = clock.nowMs();
  await transact(database, async (tx) => {
    const states = await listStatesOf(tx, learner.id);
    const unfinished = states.filter((state) => !FINISHED.has(state)).length;
    if (states.length >= KEPT_MAX || unfinished >= UNFINISHED_MAX) refuse("IMPORT_LIMIT");
    await insertImport(tx, {
      id,
      user_id: learner.id,
      name,
      kind: kindOfName(name),
      size_bytes: 0,
      state: "uploading",
      progress: 0,
      step: "uploading",
      created_at_ms: atMs,
      changed_at_ms: atMs,
      finished_at_ms: null,
      error_code: null,
      error_message: null,
      error_problem: null,
      options_json: null,
      preview_json: null,
      counts_json: null,
      problems_json: "[]",
      problem_count: 0,
      book_ids_json: "[]",
      result_json: null,
    });
  });
  return id;
}

async function beginReading(
  { clock, database, jobs }: Needs,
  learner: Learner,
  id: string,
  size: number,
): Promise<Import> {
  return transact(database, async (tx) => {
    await updateImport(tx, id, ["uploading"], {
      state: "reading",
      step: "reading",
      size_bytes: size,
      changed_at_ms: clock.nowMs(),
    });
    await jobs.requestRun(tx, IMPORTS_WORKER);
    const row = await findImport(tx, learner.id, id);
    return toImport(row ?? refuse("UNAVAILABLE", "The import was interrupted."));
  });
}

/** The learner's imports, newest first, without previews. */
export async function listImports(
  { database }: Pick<Deps, "database">,
  learner: Learner,
): Promise<Import[]> {
  const rows = await listImportsOf(database, learner.id);
  return rows.map((row) => toImport({ ...row, preview_json: null }));
}

/** @throws AppError NOT_FOUND */
export async function readImport(
  { database }: Pick<Deps, "database">,
  learner: Learner,
  id: string,
): Promise<Import> {
  const row = await findImport(database, learner.id, id);
  return toImport(row ?? refuse("NOT_FOUND", "No such import."));
}

/**
 * Removes an import and its file; what it imported stays. One that is running is stopped, and a
 * worker takes back what it did.
 *
 * @throws AppError NOT_FOUND
 */
export async function deleteImport(needs: Needs, learner: Learner, id: string): Promise<void> {
  const isRunning = await transact(needs.database, async (tx) => {
    const row = await findImport(tx, learner.id, id);
    if (row === undefined) refuse("NOT_FOUND", "No such import.");
    const change = { state: "deleting", changed_at_ms: needs.clock.nowMs() } as const;
    const isStopped = await updateImport(tx, id, ["importing", "undoing"], change);
    if (isStopped) await needs.jobs.requestRun(tx, IMPORTS_WORKER);
    return isStopped;
  });
  if (!isRunning) await forgetImport(needs, id);
}

/** Removes an import with its file. */
export async function forgetImport(
  { database }: Pick<Deps, "database">,
  id: string,
): Promise<void> {
  await removeFile(database, id);
  await removeImport(database, id);
}

import { existsSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { readIfThere, type ReleaseDisk } from "./release-disk.ts";

/** One step of a swap. It was taken, or was about to be when the process ended. */
const SwapStep = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("move"), from: z.string(), to: z.string() }),
  /** The launcher was replaced; `kept` is a copy of the former one, null if there was none. */
  z.object({ kind: z.literal("launcher"), path: z.string(), kept: z.string().nullable() }),
]);

/** The state of an updater task. All paths are absolute. */
const Journal = z.object({
  taskId: z.string(),
  action: z.enum(["self_update", "rollback"]),
  phase: z.enum([
    "pending",
    "downloading",
    "verifying",
    "extracting",
    "backing_up_db",
    "swapping",
    "restarting",
    "completed",
    "failed",
  ]),
  percent: z.number().int().min(0).max(100),
  channel: z.enum(["stable", "beta"]),
  fromVersion: z.string(),
  targetVersion: z.string(),
  targetSchema: z.number().int().nullable(),
  startedAtMs: z.number(),
  completedAtMs: z.number().optional(),
  /** `<Name>: <text>`; set before the phase becomes `failed` if renames must still be undone. */
  error: z.string().optional(),
  auditId: z.number().int(),
  adminId: z.string(),
  installDir: z.string(),
  stagingDir: z.string(),
  /** Steps of the swap in order, each written before it is taken. */
  steps: z.array(SwapStep),
  /** Whether the audit log entry contains the end. */
  reported: z.boolean(),
});

export type SwapStep = z.infer<typeof SwapStep>;
export type UpdateJournal = z.infer<typeof Journal>;

const FILE = "journal.json";
const FLAG = "maintenance.flag";

/** The folder of the updater's own files in the data directory. */
export function updateFolder(dataDir: string): string {
  return join(dataDir, "update");
}

/** The last task; undefined if there was none, or if the file is damaged. */
export async function readJournal(dataDir: string): Promise<UpdateJournal | undefined> {
  const text = await readIfThere(join(updateFolder(dataDir), FILE));
  try {
    return Journal.safeParse(JSON.parse(text ?? "null")).data;
  } catch {
    return undefined;
  }
}

/** Stores the task and flushes it before returning. */
export async function writeJournal(
  disk: ReleaseDisk,
  dataDir: string,
  journal: UpdateJournal,
): Promise<void> {
  await prepareFolder(disk, dataDir);
  const text = JSON.stringify(journal, undefined, 2);
  await disk.replace(join(updateFolder(dataDir), FILE), `${text}\n`, 0o600);
}

/** Whether a task has neither completed nor failed. */
export function isRunning({ phase }: Pick<UpdateJournal, "phase">): boolean {
  return phase !== "completed" && phase !== "failed";
}

/** Records whether maintenance mode was on before an update switched it on. */
export async function writeMaintenanceFlag(
  disk: ReleaseDisk,
  dataDir: string,
  wasOn: boolean,
): Promise<void> {
  await prepareFolder(disk, dataDir);
  await disk.replace(join(updateFolder(dataDir), FLAG), wasOn ? "on\n" : "off\n", 0o600);
}

/** Whether maintenance mode was on before; undefined if no update has switched it on. */
export async function readMaintenanceFlag(dataDir: string): Promise<boolean | undefined> {
  const text = await readIfThere(join(updateFolder(dataDir), FLAG));
  return text === undefined ? undefined : text.trim() === "on";
}

export async function removeMaintenanceFlag(disk: ReleaseDisk, dataDir: string): Promise<void> {
  await disk.remove(join(updateFolder(dataDir), FLAG));
}

async function prepareFolder(disk: ReleaseDisk, dataDir: string): Promise<void> {
  const folder = updateFolder(dataDir);
  if (!existsSync(folder)) await disk.makeFolder(folder, 0o700);
}

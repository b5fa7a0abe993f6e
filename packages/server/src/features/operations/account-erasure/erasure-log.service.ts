import { mkdir, open, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Deps } from "../../../deps.ts";
import { codeOf } from "../../../platform/basics/thrown.ts";
import { flushPath } from "../../../platform/basics/flush-path.ts";
import { toTimestamp } from "../../../platform/time/clock.ts";

type Needs = Pick<Deps, "clock" | "settings">;

/** Stored beside the backups, because accounts that they bring back must be erased again. */
const FILE = "erased.jsonl";

/** One line of the log. It contains nothing that identifies the person. */
interface Line {
  readonly userId: string;
  readonly at: string;
  /** The erasure was announced and then failed. */
  readonly undone?: true;
}

/**
 * Announces an erasure durably before it is done. After a crash in between, or the restore of an
 * earlier backup, `listErased` returns it.
 *
 * @throws Error when the backup folder cannot be written
 */
export async function announceErasure(needs: Needs, userId: string): Promise<void> {
  await append(needs, { userId, at: toTimestamp(needs.clock.nowMs()) });
}

/** Withdraws the announcement: the account still exists, and its learner was informed. */
export async function takeBackErasure(needs: Needs, userId: string): Promise<void> {
  await append(needs, { userId, at: toTimestamp(needs.clock.nowMs()), undone: true });
}

/** Ids of the erased accounts, in the order of their erasure. */
export async function listErased({ settings }: Pick<Needs, "settings">): Promise<string[]> {
  const text = await readFile(join(settings.BACKUP_DIR, FILE), "utf8").catch(emptyIfMissing);
  const erased = new Set<string>();
  for (const line of text.split("\n").flatMap(parsed)) {
    if (line.undone === true) erased.delete(line.userId);
    else erased.add(line.userId);
  }
  return [...erased];
}

async function append({ settings }: Needs, line: Line): Promise<void> {
  const folder = settings.BACKUP_DIR;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = await open(join(folder, FILE), "a", 0o600);
  try {
    // A crash may have truncated the line before this one, which must not corrupt this one.
    await file.appendFile(`\n${JSON.stringify(line)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await flushPath(folder);
}

function emptyIfMissing(error: unknown): string {
  if (codeOf(error) === "ENOENT") return "";
  throw error;
}

/** A truncated line belongs to an erasure that was never begun. */
function parsed(line: string): Line[] {
  try {
    return [JSON.parse(line) as Line];
  } catch {
    return [];
  }
}

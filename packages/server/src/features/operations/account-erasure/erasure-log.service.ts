import { mkdir, open, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Deps } from "../../../deps.ts";
import { codeOf } from "../../../platform/basics/thrown.ts";
import { flushPath } from "../../../platform/basics/flush-path.ts";
import { toTimestamp } from "../../../platform/time/clock.ts";

type Needs = Pick<Deps, "clock" | "settings">;

/** Beside the backups: what they bring back has to be erased again. */
const FILE = "erased.jsonl";

/** One line of the log. Nothing in it tells who it was. */
interface Line {
  readonly userId: string;
  readonly at: string;
  /** The erasure was announced, and then failed. */
  readonly undone?: true;
}

/**
 * Announces an erasure, durably, before it is done: a crash in between, and a backup from before
 * it, are both followed by `listErased` telling of it.
 *
 * @throws Error when the folder of the backups cannot be written
 */
export async function announceErasure(needs: Needs, userId: string): Promise<void> {
  await append(needs, { userId, at: toTimestamp(needs.clock.nowMs()) });
}

/** Takes the announcement back: the account is still there, and its learner was told so. */
export async function takeBackErasure(needs: Needs, userId: string): Promise<void> {
  await append(needs, { userId, at: toTimestamp(needs.clock.nowMs()), undone: true });
}

/** Ids of the accounts that were erased, in the order of their erasure. */
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
    // A line before this one may have been cut off by a crash: it must not take this one with it.
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

/** A line that was cut off by a crash belongs to an erasure that was not begun. */
function parsed(line: string): Line[] {
  try {
    return [JSON.parse(line) as Line];
  } catch {
    return [];
  }
}

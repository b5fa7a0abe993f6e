import { access, constants } from "node:fs/promises";

/** Error codes for a lack of space. */
export const DISK_FULL: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);

/** Error codes for a lack of permission. */
const CODES: ReadonlySet<string> = new Set(["EACCES", "EPERM", "EROFS", "ENOTDIR"]);

/** SQLite's result code for a full disk. */
const SQLITE_FULL = 13;
/** SQLite's extended result code when there is no room for the index of the log. */
const SQLITE_IOERR_SHMSIZE = 10 | (19 << 8);

/** Whether an operation failed for lack of space. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode } = error as ErrorFacts;
  if (code === "ERR_SQLITE_ERROR") {
    return errcode === SQLITE_IOERR_SHMSIZE || ((errcode ?? 0) & 0xff) === SQLITE_FULL;
  }
  return code !== undefined && DISK_FULL.has(code);
}

/** Whether an operation failed because of its destination, not its source. */
export function isUnwritable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as ErrorFacts;
  return isDiskFull(error) || (code !== undefined && CODES.has(code));
}

/** Whether a file is on a file system that takes no writes, whoever asks. */
export async function isReadOnlyPlace(path: string): Promise<boolean> {
  try {
    await access(path, constants.W_OK);
    return false;
  } catch (error) {
    return error instanceof Error && (error as ErrorFacts).code === "EROFS";
  }
}

interface ErrorFacts {
  readonly code?: string;
  readonly errcode?: number;
}

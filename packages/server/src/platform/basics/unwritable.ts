/** What the system answers where there is no room to write. */
export const DISK_FULL: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);

/** What it answers where there is no right to write. */
const CODES: ReadonlySet<string> = new Set(["EACCES", "EPERM", "EROFS", "ENOTDIR"]);

/** SQLite's result code for a disk that is full. */
const SQLITE_FULL = 13;

/** Whether something failed because there was no room to write it. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode } = error as ErrorFacts;
  if (code === "ERR_SQLITE_ERROR") return ((errcode ?? 0) & 0xff) === SQLITE_FULL;
  return code !== undefined && DISK_FULL.has(code);
}

/** Whether something failed because of where it was to be written, not of what was read. */
export function isUnwritable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as ErrorFacts;
  return isDiskFull(error) || (code !== undefined && CODES.has(code));
}

interface ErrorFacts {
  readonly code?: string;
  readonly errcode?: number;
}

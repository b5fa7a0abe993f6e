/** What the system answers where there is no room to write. */
export const DISK_FULL: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);

/** What it answers where there is no room, or no right, to write. */
const CODES: ReadonlySet<string> = new Set([
  ...DISK_FULL,
  ...["EACCES", "EPERM", "EROFS", "ENOTDIR"],
]);

/** SQLite's result code for a disk that is full. */
const SQLITE_FULL = 13;

/** Whether something failed because of where it was to be written, not of what was read. */
export function isUnwritable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode } = error as { readonly code?: string; readonly errcode?: number };
  if (code === "ERR_SQLITE_ERROR") return ((errcode ?? 0) & 0xff) === SQLITE_FULL;
  return code !== undefined && CODES.has(code);
}

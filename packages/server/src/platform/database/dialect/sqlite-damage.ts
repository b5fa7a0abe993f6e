/** SQLite's result codes for a file that is malformed, and for one that is no database. */
const DAMAGE: ReadonlySet<number> = new Set([11, 26]);

/** Whether SQLite says that the file is damaged: no later attempt will find it well. */
export function isDamage(error: unknown): boolean {
  if (!(error instanceof Error) || !("errcode" in error)) return false;
  return DAMAGE.has(Number(error.errcode) & 0xff);
}

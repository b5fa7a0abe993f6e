/** SQLite's result codes for a malformed file, and for a file that is not a database. */
const DAMAGE: ReadonlySet<number> = new Set([11, 26]);

/** Whether SQLite reports the file as damaged; later attempts will fail too. */
export function isDamage(error: unknown): boolean {
  if (!(error instanceof Error) || !("errcode" in error)) return false;
  return DAMAGE.has(Number(error.errcode) & 0xff);
}

/** A backup that has changed since it was made. */
export class DamagedBackupError extends Error {
  override readonly name = "DamagedBackupError";
}

/** A backup that is not what it was when it was made. */
export class DamagedBackupError extends Error {
  override readonly name = "DamagedBackupError";
}

import { codeOf, messageOf } from "../basics/thrown.ts";
import { DISK_FULL } from "../basics/unwritable.ts";

/** Why an update ended, as shown to administrators and their programs. */
export type FailureName =
  | "SHA256_MISMATCH"
  | "SignatureInvalid"
  | "NoAsset"
  | "TargetMismatch"
  | "PhaseTimeout"
  | "TarballTooLarge"
  | "UnsafePath"
  | "BackupFailed"
  | "HealthFailed"
  | "DownloadFailed"
  | "ArchiveInvalid"
  | "StepRequired"
  | "DiskFull"
  | "SwapFailed"
  | "Interrupted";

/** An update that cannot continue. */
export class UpdateFailure extends Error {
  override readonly name = "UpdateFailure";
  readonly failure: FailureName;

  constructor(failure: FailureName, message: string, cause?: unknown) {
    super(message, { cause });
    this.failure = failure;
  }
}

/** @throws UpdateFailure */
export function failUpdate(failure: FailureName, message: string, cause?: unknown): never {
  throw new UpdateFailure(failure, message, cause);
}

/**
 * Any error as the failure of an update. A full disk is reported as such in every phase.
 *
 * @param otherwise  the failure for any other error
 */
export function asFailure(thrown: unknown, otherwise: FailureName): UpdateFailure {
  for (let cause: unknown = thrown; cause instanceof Error; cause = cause.cause) {
    if (!DISK_FULL.has(codeOf(cause) ?? "")) continue;
    return new UpdateFailure("DiskFull", "there is no space left on the disk", thrown);
  }
  if (thrown instanceof UpdateFailure) return thrown;
  return new UpdateFailure(otherwise, messageOf(thrown), thrown);
}

/** The stored and displayed form: `<Name>: <text>`. */
export function failureText({ failure, message }: UpdateFailure): string {
  return `${failure}: ${message}`;
}

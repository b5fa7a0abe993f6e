import type { ErrorCode } from "@wordloom/contract";
import { refuse } from "./app-error.ts";

/** Refuses a batch that is longer than allowed; the contract has already refused an empty one. */
export function requireBatch<T>(
  entries: readonly T[],
  max: number,
  code: ErrorCode = "BATCH_TOO_LARGE",
): readonly T[] {
  if (entries.length > max) {
    refuse(code, `At most ${max} entries; this batch has ${entries.length}.`);
  }
  return entries;
}

import type { ErrorCode } from "@wordloom/contract";
import { refuse } from "../app-error.ts";

/**
 * - `invalid_url`: not an http(s) address
 * - `refused`: leads where the service must not go
 * - `failed`: no connection, no usable answer, or a redirect
 * - `too_large`: more bytes than allowed
 * - `read_failed`: the answer broke off or took too long
 */
export type OutboundFault = "invalid_url" | "refused" | "failed" | "too_large" | "read_failed";

export class OutboundError extends Error {
  override readonly name = "OutboundError";
  readonly fault: OutboundFault;

  constructor(fault: OutboundFault, message: string, cause?: unknown) {
    super(message, { cause });
    this.fault = fault;
  }
}

/** The error code a caller of the service sees for each fault. */
export type FaultCodes = Readonly<Record<OutboundFault, ErrorCode>>;

/** @throws AppError the code of an outbound fault; anything else unchanged */
export function refuseFault(cause: unknown, codes: FaultCodes): never {
  if (cause instanceof OutboundError) refuse(codes[cause.fault]);
  throw cause;
}

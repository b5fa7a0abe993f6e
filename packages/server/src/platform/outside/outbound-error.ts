import type { ErrorCode } from "@wordloom/contract";
import { refuse } from "../basics/app-error.ts";
import { refuseOver, type OverLimit } from "../basics/over-limit.ts";

/**
 * - `invalid_url`: not an http(s) address
 * - `refused`: leads to an address the service must not connect to
 * - `failed`: no connection, no usable reply, or a redirect
 * - `too_large`: more bytes than allowed
 * - `read_failed`: the reply was interrupted or took too long
 */
export type OutboundFault = "invalid_url" | "refused" | "failed" | "too_large" | "read_failed";

export class OutboundError extends Error {
  override readonly name = "OutboundError";
  readonly fault: OutboundFault;
  /** The exceeded limit, for `too_large`. */
  readonly over: OverLimit | undefined;

  constructor(fault: OutboundFault, message: string, cause?: unknown, over?: OverLimit) {
    super(message, { cause });
    this.fault = fault;
    this.over = over;
  }
}

/** The error code sent to the client for each fault. */
export type FaultCodes = Readonly<Record<OutboundFault, ErrorCode>>;

/** @throws AppError with the code of an outbound fault; other errors unchanged */
export function refuseFault(cause: unknown, codes: FaultCodes): never {
  if (cause instanceof OutboundError) {
    if (cause.over !== undefined) refuseOver(codes[cause.fault], cause.over);
    refuse(codes[cause.fault]);
  }
  throw cause;
}

import { errors, isDeliberate, type ErrorCode } from "@wordloom/contract";

/**
 * Whether a 5xx with this code says how the service is set up: something is switched off, or what
 * was connected, such as a mail server, does not work. No test reaches the outside.
 */
export function isMeantFailure(code: string): boolean {
  if (!(code in errors)) return false;
  const isOutside = errors[code as ErrorCode].status === 502;
  return (
    isOutside || code === "RESOURCE_PACK_SIGNER_UNAVAILABLE" || isDeliberate(code as ErrorCode)
  );
}

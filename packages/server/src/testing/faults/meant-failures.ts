import { errors, isDeliberate, type ErrorCode } from "@wordloom/contract";

/**
 * Whether a 5xx with this code reflects the setup of the service: a feature is switched off, or a
 * connected service, such as a mail server, fails. No test reaches the outside.
 */
export function isMeantFailure(code: string): boolean {
  if (!(code in errors)) return false;
  const isOutside = errors[code as ErrorCode].status === 502;
  return (
    isOutside || code === "RESOURCE_PACK_SIGNER_UNAVAILABLE" || isDeliberate(code as ErrorCode)
  );
}

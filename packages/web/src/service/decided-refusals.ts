/**
 * Refusals with a status of failures (5xx) that an operator decided, or that are somebody else's:
 * the service is well, and asking again changes nothing. Those of the contract that are
 * `deliberate`, without maintenance, which ends, and failures of others that it only tells of;
 * written down here because the contract's table of errors is too large for a browser.
 */
const CODES: ReadonlySet<string> = new Set([
  "GITHUB_RATE_LIMITED",
  "LLM_FAILED",
  "PROBE_DISABLED",
  "RESOURCE_PACK_SIGNER_UNAVAILABLE",
  "SMTP_FAILED",
  "UPDATER_DISABLED",
  "UPDATE_SOURCE_ERROR",
]);

export function isDecided(code: string): boolean {
  return CODES.has(code);
}

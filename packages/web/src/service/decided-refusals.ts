/**
 * Refusals with a status of failures (5xx) after which asking again changes nothing: those that the
 * contract calls `deliberate`, without maintenance, which ends, and one lasting failure. They stand
 * here because the contract's table of errors is too large for a browser.
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

/**
 * Refusals with a 5xx status for which retrying is useless: the ones that the contract calls
 * `deliberate` except for maintenance, which ends, and one lasting failure. They are listed here
 * because the contract's table of errors is too large for a browser.
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

import type { ApiKey } from "@wordloom/contract";

export type KeyState = "live" | "ended" | "revoked";

/** Whether a key can still be used. */
export function keyState(
  { expiresAt, revokedAt }: Pick<ApiKey, "expiresAt" | "revokedAt">,
  nowMs: number,
): KeyState {
  if (revokedAt !== null) return "revoked";
  return expiresAt !== null && Date.parse(expiresAt) <= nowMs ? "ended" : "live";
}

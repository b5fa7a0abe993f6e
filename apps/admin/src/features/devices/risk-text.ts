import type { FlaggedClient } from "@wordloom/contract";
import type { Translator } from "../../text/use-text.ts";

/** Why a device is flagged; the service's word where this console does not know it. */
export function riskText(
  { riskReason, riskRelatedDevice }: Pick<FlaggedClient, "riskReason" | "riskRelatedDevice">,
  { t, has }: Translator,
): string {
  const key = `clients.risk_${riskReason}`;
  return has(key) ? t(key, { device: riskRelatedDevice ?? "–" }) : riskReason;
}

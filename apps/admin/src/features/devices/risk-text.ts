import type { FlaggedClient } from "@wordloom/contract";
import type { Translator } from "../../text/use-text.ts";

/** Why a device is flagged; the service's code if this console has no text for it. */
export function riskText(
  { riskReason, riskRelatedDevice }: Pick<FlaggedClient, "riskReason" | "riskRelatedDevice">,
  { t, has }: Translator,
): string {
  const key = `clients.risk_${riskReason}`;
  return has(key) ? t(key, { device: riskRelatedDevice ?? "–" }) : riskReason;
}

import { percentChange } from "../../features/units/change-text.ts";
import type { Translator } from "../../text/use-text.ts";

/** How many more devices a platform has than 30 days ago; of few, how many it had. */
export function growthText(
  { total, total30dAgo }: { readonly total: number; readonly total30dAgo: number },
  text: Pick<Translator, "t" | "number">,
): string {
  const growth = percentChange({ value: total, prevValue: total30dAgo }, text);
  return growth === undefined
    ? text.t("clients.platform_before", { before: total30dAgo })
    : text.t("clients.platform_growth", { growth });
}

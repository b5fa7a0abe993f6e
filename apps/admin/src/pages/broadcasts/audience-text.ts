import type { BroadcastAudience } from "@wordloom/contract";
import { platformName } from "../../features/devices/platform-name.ts";
import type { Translator } from "../../text/use-text.ts";

/** The audience of a broadcast, in a few words. */
export function audienceText(audience: BroadcastAudience, text: Translator): string {
  const { t, list } = text;
  const { platforms, versionMin, lastActiveDays, userIds } = audience;
  const named = platforms?.map((platform) => platformName(platform, text));
  const said = [
    ...(named === undefined ? [] : [t("broadcasts.to_platforms", { platforms: list(named) })]),
    ...(versionMin == null ? [] : [t("broadcasts.to_version", { version: versionMin })]),
    ...(lastActiveDays == null ? [] : [t("broadcasts.to_active", { days: lastActiveDays })]),
    ...(userIds == null ? [] : [t("broadcasts.to_named", { count: userIds.length })]),
  ];
  return said.length === 0 ? t("broadcasts.to_everyone") : said.join(" · ");
}

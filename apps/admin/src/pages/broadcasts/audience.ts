import type { BroadcastAudience } from "@wordloom/contract";

/** The audience of a broadcast, as chosen in the form. */
export interface ChosenAudience {
  readonly to: "everyone" | "some";
  readonly platforms: readonly string[];
  readonly versionMin: string;
  /** "" for any time. */
  readonly lastActiveDays: string;
  /** Ids separated by blanks, commas or line breaks. */
  readonly userIds: string;
}

export const everyone: ChosenAudience = {
  to: "everyone",
  platforms: [],
  versionMin: "",
  lastActiveDays: "",
  userIds: "",
};

/** Only the conditions that are given. */
export function audienceOf(chosen: ChosenAudience): BroadcastAudience {
  if (chosen.to === "everyone") return {};
  const versionMin = chosen.versionMin.trim();
  const userIds = idsIn(chosen.userIds);
  return {
    ...(chosen.platforms.length > 0 && { platforms: [...chosen.platforms] }),
    ...(versionMin !== "" && { versionMin }),
    ...(chosen.lastActiveDays !== "" && { lastActiveDays: Number(chosen.lastActiveDays) }),
    ...(userIds.length > 0 && { userIds }),
  };
}

function idsIn(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/).filter((id) => id !== ""))];
}

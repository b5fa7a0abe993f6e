import type { BroadcastAudience } from "@wordloom/contract";

/** Who is to get a broadcast, as it is chosen in the form. */
export interface ChosenAudience {
  readonly to: "everyone" | "some";
  readonly platforms: readonly string[];
  readonly versionMin: string;
  /** "": at any time. */
  readonly lastActiveDays: string;
  /** Ids between blanks, commas or line breaks. */
  readonly userIds: string;
}

export const everyone: ChosenAudience = {
  to: "everyone",
  platforms: [],
  versionMin: "",
  lastActiveDays: "",
  userIds: "",
};

/** The conditions that are given, and no other. */
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

import { refusalText } from "@wordloom/web";
import { previewUpgradeBroadcast } from "virtual:endpoints";
import { useSettled } from "../../features/engine-config/use-settled.ts";
import { useRead } from "../../server-state/use-read.ts";
import type { TextKey } from "../../text/keys.ts";
import { useText, type Translator } from "../../text/use-text.ts";

/**
 * How many devices of a platform are below a version, asked for when typing pauses.
 *
 * @param version as it is typed; empty: no device is meant
 */
export function useUpgradeReach(platform: string, version: string) {
  const text = useText();
  const typed = version.trim();
  const belowVersion = useSettled(typed);
  const query = useRead(
    previewUpgradeBroadcast,
    { params: { platform }, body: { belowVersion } },
    { enabled: belowVersion !== "" },
  );
  const isKnown = typed === belowVersion && !query.isFetching;
  const isAsked = isKnown && typed !== "";
  return {
    /** Undefined while it is not known, or no version is given. */
    reach: isAsked ? query.data : undefined,
    /** Why the service cannot tell: it is no version. */
    refusal: isAsked && query.error !== null ? refusalText(query.error, text) : undefined,
    /** Whether the number on the screen is that of what is typed. */
    isKnown: typed === "" || isKnown,
  };
}

const sentencesOf = {
  required: ["clients.reach_required", "clients.reach_open"],
  suggested: ["clients.reach_suggested", "clients.reach_open"],
  request: ["clients.request_reach", "clients.request_open"],
} as const satisfies Record<string, readonly TextKey[]>;

/** How many devices are meant, and how many of their pages are open now. */
export function reachText(
  kind: keyof typeof sentencesOf,
  { matched, connections }: NonNullable<UpgradeReach["reach"]>,
  { t, sentences }: Translator,
): string {
  const [all, open] = sentencesOf[kind];
  return sentences([
    t(all, { matched }),
    ...(matched > 0 ? [t(open, { streams: connections })] : []),
  ]);
}

export type UpgradeReach = ReturnType<typeof useUpgradeReach>;

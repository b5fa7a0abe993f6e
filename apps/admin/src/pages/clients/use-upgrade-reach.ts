import { refusalText } from "@wordloom/web";
import { previewUpgradeBroadcast } from "virtual:endpoints";
import { useSettled } from "../../features/engine-config/use-settled.ts";
import { useRead } from "../../server-state/use-read.ts";
import type { TextKey } from "../../text/keys.ts";
import { useText, type Translator } from "../../text/use-text.ts";

/**
 * How many devices of a platform are below a version, requested when typing pauses.
 * @param version  as typed; empty: no device is affected
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
    /** Undefined while unknown, or without a version. */
    reach: isAsked ? query.data : undefined,
    /** The service's refusal: the text is no version. */
    refusal: isAsked && query.error !== null ? refusalText(query.error, text) : undefined,
    /** Whether the displayed number belongs to the typed version. */
    isKnown: typed === "" || isKnown,
  };
}

const sentencesOf = {
  required: ["clients.reach_required", "clients.reach_open"],
  suggested: ["clients.reach_suggested", "clients.reach_open"],
  request: ["clients.request_reach", "clients.request_open"],
} as const satisfies Record<string, readonly TextKey[]>;

/** How many devices are affected, and how many of their pages are open now. */
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

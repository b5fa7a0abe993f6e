import { Text } from "@wordloom/ui";
import { useText } from "../../text/use-text.ts";
import type { BroadcastReach } from "./use-broadcast-reach.ts";

/**
 * How many learners it reaches now; keeps its place while that is unknown, so that nothing jumps.
 */
export function ReachLine({ reach }: Pick<BroadcastReach, "reach">) {
  const { t, number } = useText();
  return (
    <Text aria-live="polite" tone={reach?.matched === 0 ? "slip" : "ink"}>
      {reach === undefined
        ? "\u00a0"
        : t("broadcasts.reach", {
            count: reach.matched,
            matched: number(reach.matched),
            total: number(reach.total),
          })}
    </Text>
  );
}

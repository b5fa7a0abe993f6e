import { Text } from "@wordloom/ui";
import { readLearnerFacets } from "virtual:endpoints";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";

/** How many learners a new version of the parameters applies to. */
export function ReachedLearners() {
  const { t, number } = useText();
  const { data } = useRead(readLearnerFacets);
  if (data === undefined) return null;
  const { total, active } = data;
  return (
    <Text tone="soft" size="small">
      {t("parameters.reach", {
        count: total,
        shown: number(total),
        active: number(active),
      })}
    </Text>
  );
}

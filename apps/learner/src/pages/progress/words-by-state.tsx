import { Section, Skeleton } from "@wordloom/ui";
import { StackedBar } from "@wordloom/ui/charts";
import { readStateOverview } from "virtual:endpoints";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";

/** Number of words by state. */
export const useWordCounts = () => useRead(readStateOverview, { query: {} });

/** The words met so far, by how well they are known. The headline reports a failure. */
export function WordsByState() {
  const { t, number } = useText();
  const { data: counts, failureReason } = useWordCounts();
  if (counts === undefined) return failureReason === null ? <Skeleton height="6rem" /> : null;
  const parts = [
    ["mastered", "most"],
    ["reviewing", "much"],
    ["learning", "some"],
    ["forgotten", "slip"],
  ] as const;
  return (
    <Section heading={t("progress.states")}>
      <StackedBar
        label={t("progress.states")}
        segments={parts.map(([state, shade]) => ({
          label: t(`progress.state_${state}`),
          value: counts[state],
          valueText: number(counts[state]),
          shade,
        }))}
      />
    </Section>
  );
}

import { Stack, Text } from "@wordloom/ui";
import { StackedBar, type Shade } from "@wordloom/ui/charts";
import type { LearningDashboard } from "@wordloom/contract";
import { readLearningDashboard } from "virtual:endpoints";
import { chartTable } from "../../features/chart-csv/chart-table.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import type { PartProps } from "./learning-range.ts";
import { ReportSection } from "./report-section.tsx";

type State = keyof LearningDashboard["states"];

const shades = {
  mastered: "most",
  reviewing: "much",
  learning: "some",
  new: "little",
  forgotten: "slip",
} as const satisfies Record<State, Shade>;
const names = Object.keys(shades) as State[];

/** The states of all learners' words now, and how many are due. */
export function WordStates({ days }: PartProps) {
  const { t, number } = useText();
  const query = { days: Number(days) };
  const learning = useRead(readLearningDashboard, { query }, { keepPrevious: true });
  const segments = names.map((name) => {
    const value = learning.data?.states[name] ?? 0;
    return { label: t(`learning.state_${name}`), value, valueText: number(value) };
  });
  const sum = segments.reduce((all, { value }) => all + value, 0);
  return (
    <ReportSection
      heading={t("learning.states")}
      report={learning}
      computedAt={(data) => data.computedAt}
      none={t("learning.no_words")}
      isNone={() => sum === 0}
      table={chartTable(t("learning.states"), segments, [
        { header: t("learning.state"), text: ({ label }) => label, value: ({ label }) => label },
        {
          header: t("learning.words"),
          value: ({ value }) => value,
          text: ({ valueText }) => valueText,
        },
      ])}
    >
      {({ dueNow }) => (
        <Stack space={2}>
          <Text tone="soft">
            {t("learning.states_sentence", {
              count: sum,
              words: number(sum),
              due: dueNow,
              reviews: number(dueNow),
            })}
          </Text>
          <StackedBar
            label={t("learning.states")}
            segments={segments.map((segment, at) => ({ ...segment, shade: shades[names[at]!] }))}
          />
        </Stack>
      )}
    </ReportSection>
  );
}

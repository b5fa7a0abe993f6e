import { Section } from "@wordloom/ui";
import { Bars } from "@wordloom/ui/charts";
import { Loaded } from "@wordloom/web";
import type { CallOutput } from "@wordloom/contract/client";
import { readLearnerGoals } from "virtual:endpoints";
import { chartTable } from "../../features/chart-csv/chart-table.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";

/** The goals that learners set for their schedule. */
export function LearnerGoals() {
  const { t } = useText();
  const goals = useRead(readLearnerGoals);
  return (
    <Section heading={t("engine-metrics.goals")}>
      <Loaded of={goals} failed={t("engine-metrics.failed")}>
        {(data) => <Shares data={data} />}
      </Loaded>
    </Section>
  );
}

function Shares({ data: { learners, goals } }: { data: CallOutput<typeof readLearnerGoals> }) {
  const { t, number } = useText();
  const decided = goals.reduce((sum, { chosen }) => sum + chosen, 0);
  const bars = goals.map(({ goal, chosen }) => ({
    label: t(`engine-metrics.goal_${goal}`),
    value: chosen,
    valueText: number(chosen),
    text: `${t(`engine-metrics.goal_${goal}`)}: ${number(chosen)}`,
  }));
  return (
    <Bars
      label={t("engine-metrics.goals")}
      sentence={t("engine-metrics.goals_sentence", { decided, learners })}
      bars={bars}
      table={chartTable(t("engine-metrics.goals"), goals, [
        {
          header: t("engine-metrics.goal"),
          text: ({ goal }) => t(`engine-metrics.goal_${goal}`),
          value: ({ goal }) => goal,
        },
        {
          header: t("engine-metrics.goal_learners"),
          text: ({ chosen }) => number(chosen),
          value: ({ chosen }) => chosen,
        },
      ])}
    />
  );
}

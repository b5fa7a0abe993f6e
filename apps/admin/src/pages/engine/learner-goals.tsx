import { Section } from "@wordloom/ui";
import { Bars } from "@wordloom/ui/charts";
import { Loaded } from "@wordloom/web";
import type { CallOutput } from "@wordloom/contract/client";
import { readLearnerGoals } from "virtual:endpoints";
import { chartTable } from "../../features/chart-csv/chart-table.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";

/** What learners want of the schedule. */
export function LearnerGoals() {
  const { t } = useText();
  const goals = useRead(readLearnerGoals);
  return (
    <Section heading={t("engine.goals")}>
      <Loaded of={goals} failed={t("engine.failed")}>
        {(data) => <Shares data={data} />}
      </Loaded>
    </Section>
  );
}

function Shares({ data: { learners, goals } }: { data: CallOutput<typeof readLearnerGoals> }) {
  const { t, number } = useText();
  const decided = goals.reduce((sum, { chosen }) => sum + chosen, 0);
  const bars = goals.map(({ goal, chosen }) => ({
    ...{ label: t(`engine.goal_${goal}`), value: chosen, valueText: number(chosen) },
    text: `${t(`engine.goal_${goal}`)}: ${number(chosen)}`,
  }));
  return (
    <Bars
      label={t("engine.goals")}
      sentence={t("engine.goals_sentence", { decided, learners })}
      bars={bars}
      table={chartTable(t("engine.goals"), goals, [
        {
          header: t("engine.goal"),
          ...{ text: ({ goal }) => t(`engine.goal_${goal}`), value: ({ goal }) => goal },
        },
        {
          header: t("engine.goal_learners"),
          ...{ text: ({ chosen }) => number(chosen), value: ({ chosen }) => chosen },
        },
      ])}
    />
  );
}

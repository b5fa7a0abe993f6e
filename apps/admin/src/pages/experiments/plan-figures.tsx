import { Figure, Figures, Notice, Stack, Text } from "@wordloom/ui";
import { refusalText } from "@wordloom/web";
import { useText } from "../../text/use-text.ts";
import { daysAt, valueText } from "./experiment-text.ts";
import { typedNumber, type TypedPlan } from "./typed-plan.ts";
import type { PlanQuery } from "./use-plan.ts";

interface PlanFiguresProps {
  readonly plan: PlanQuery;
  readonly typed: TypedPlan;
}

/** The requirements of the plan, before anything starts. */
export function PlanFigures({ plan, typed }: PlanFiguresProps) {
  const text = useText();
  const { t, number } = text;
  if (plan.error !== null) return <Notice tone="slip">{refusalText(plan.error, text)}</Notice>;
  if (plan.data === undefined) return <Text tone="soft">{t("experiments.no_plan")}</Text>;
  const { perArm, eligibleUsers, estimatedDays, baseline } = plan.data;
  const days = daysAt(typedNumber(typed.trafficPct) ?? 100, estimatedDays);
  return (
    <Stack space={1}>
      <Figures>
        <Figure value={number(perArm)} label={t("experiments.per_arm")} />
        <Figure
          value={days === null ? "–" : number(days)}
          label={t("experiments.days", { count: days ?? 0 })}
        />
      </Figures>
      <Text tone="soft" role="status">
        {baseline === null
          ? t("experiments.no_baseline")
          : t("experiments.baseline", {
              value: valueText(typed.primaryMetric, baseline, text),
              count: eligibleUsers,
              shown: number(eligibleUsers),
            })}
      </Text>
    </Stack>
  );
}

import { Checkbox, Columns, SelectField, Stack, Text, type useForm } from "@wordloom/ui";
import type { ExperimentMetric } from "@wordloom/contract";
import { useText } from "../../text/use-text.ts";
import { METRICS } from "./experiment-text.ts";
import type { TypedPlan } from "./typed-plan.ts";

interface MetricFieldsProps {
  readonly form: ReturnType<typeof useForm<TypedPlan>>;
}

/** The deciding metric, and the guardrails that must not get worse. */
export function MetricFields({ form }: MetricFieldsProps) {
  const { t } = useText();
  const { primaryMetric, guardrails } = form.values;
  const guard = (metric: ExperimentMetric, isGuarded: boolean) =>
    form.set("guardrails", [
      ...guardrails.filter((each) => each !== metric),
      ...(isGuarded ? [metric] : []),
    ]);
  return (
    <Columns>
      <SelectField
        label={t("experiments.decides")}
        hint={t(`experiments.about_${primaryMetric}`)}
        {...form.field("primaryMetric")}
        options={METRICS.map((value) => ({ value, label: t(`experiments.metric_${value}`) }))}
      />
      <Stack space={1} as="section">
        <Text as="div" size="small">
          {t("experiments.guardrails")}
        </Text>
        {METRICS.filter((metric) => metric !== primaryMetric).map((metric) => (
          <Checkbox
            key={metric}
            label={t(`experiments.metric_${metric}`)}
            checked={guardrails.includes(metric)}
            onChange={(isGuarded) => guard(metric, isGuarded)}
          />
        ))}
      </Stack>
    </Columns>
  );
}

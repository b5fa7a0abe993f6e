import { Columns, Stack, TextField, type TextFieldProps, type useForm } from "@wordloom/ui";
import { useText } from "../../text/use-text.ts";
import { PlanFigures } from "./plan-figures.tsx";
import type { TypedPlan } from "./typed-plan.ts";
import type { PlanQuery } from "./use-plan.ts";

interface SizeFieldsProps {
  readonly form: ReturnType<typeof useForm<TypedPlan>>;
  readonly plan: PlanQuery;
}

/** The effect to detect, and next to it the required number of learners. */
export function SizeFields({ form, plan }: SizeFieldsProps) {
  const { t } = useText();
  return (
    <Columns>
      <Stack space={2}>
        {(["mde", "alpha", "power"] as const).map((name) => (
          <Percent
            key={name}
            label={t(`experiments.${name}`)}
            hint={t(`experiments.${name}_hint`)}
            {...form.field(name)}
          />
        ))}
      </Stack>
      <Stack space={2}>
        <PlanFigures plan={plan} typed={form.values} />
        <TextField
          label={t("experiments.sample")}
          hint={t("experiments.sample_hint")}
          inputMode="numeric"
          {...form.field("sample")}
        />
        <Percent
          label={t("experiments.traffic")}
          hint={t("experiments.traffic_hint")}
          {...form.field("trafficPct")}
        />
      </Stack>
    </Columns>
  );
}

function Percent(props: Omit<TextFieldProps, "suffix" | "inputMode">) {
  return <TextField {...props} inputMode="decimal" suffix="%" />;
}

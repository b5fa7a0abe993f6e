import { Button, Form, FormActions, Section, Stack, TextField, useForm } from "@wordloom/ui";
import { useState } from "react";
import type { Parameter } from "../../features/engine-config/parameter-list.ts";
import { useImpact } from "../../features/engine-config/use-impact.ts";
import { useText } from "../../text/use-text.ts";
import { MetricFields } from "./metric-fields.tsx";
import { SizeFields } from "./size-fields.tsx";
import { StartDialog } from "./start-dialog.tsx";
import { TreatmentEditor } from "./treatment-editor.tsx";
import { newPlan, questionOf, typedNumber, type TypedPlan } from "./typed-plan.ts";
import { usePlan } from "./use-plan.ts";

interface PlanFormProps {
  readonly parameters: readonly Parameter[];
  readonly config: unknown;
}

/** An experiment's plan; the required number of learners is requested while the person types. */
export function PlanForm({ parameters, config }: PlanFormProps) {
  const { t } = useText();
  const [isAsking, setAsking] = useState(false);
  const number = (typed: string) =>
    typedNumber(typed) === undefined ? t("experiments.no_number") : undefined;
  const form = useForm<TypedPlan>({
    initial: newPlan,
    check: (typed) => ({
      name: typed.name.trim() === "" ? t("account.needed") : undefined,
      treatment:
        Object.keys(typed.treatment).length === 0 ? t("experiments.no_treatment") : undefined,
      mde: number(typed.mde),
      alpha: number(typed.alpha),
      power: number(typed.power),
      sample: typed.sample.trim() === "" ? undefined : number(typed.sample),
      trafficPct: number(typed.trafficPct),
    }),
    submit: async () => setAsking(true),
    refused: () => ({}),
  });
  const impact = useImpact(form.values.treatment);
  const isRefused = impact.faults.length + impact.unreadable.length > 0;
  const plan = usePlan(questionOf(form.values));
  const treatment = form.field("treatment");
  return (
    <>
      <Form form={form}>
        <Stack space={4}>
          <TextField label={t("experiments.name")} maxLength={200} {...form.field("name")} />
          <Section heading={t("experiments.treatment")}>
            <TreatmentEditor
              {...{ parameters, config, impact }}
              typed={treatment.value}
              onChange={treatment.onChange}
              error={treatment.error}
            />
          </Section>
          <Section heading={t("experiments.metrics")}>
            <MetricFields form={form} />
          </Section>
          <Section heading={t("experiments.size")}>
            <SizeFields form={form} plan={plan} />
          </Section>
          <FormActions>
            <Button kind="primary" type="submit" disabled={plan.data === undefined || isRefused}>
              {t("experiments.start")}
            </Button>
          </FormActions>
        </Stack>
      </Form>
      {isAsking && plan.data !== undefined && (
        <StartDialog
          typed={form.values}
          planned={plan.data.perArm}
          changes={impact.changes}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

import {
  Button,
  Form,
  FormActions,
  SelectField,
  Slider,
  Switch,
  TextArea,
  TextField,
  useForm,
} from "@wordloom/ui";
import { refusalText } from "@wordloom/web";
import { startEngineCanary } from "virtual:endpoints";
import { useAct } from "../../features/acts/use-act.ts";
import { versionOption, type EngineVersion } from "../../features/engine-config/version-text.ts";
import { useText } from "../../text/use-text.ts";
import { CanaryReach } from "./canary-reach.tsx";

interface CanaryFormProps {
  /** Without the version in force, because trying it would change nothing. */
  readonly versions: readonly EngineVersion[];
  /** Selected initially; empty for none in particular. */
  readonly first: string;
  readonly isRunning: boolean;
}

/** Which version to serve, and to whom. */
export function CanaryForm({ versions, first, isRunning }: CanaryFormProps) {
  const text = useText();
  const { t, number } = text;
  const start = useAct(startEngineCanary, {
    showsRefusals: true,
    done: ({ audience: { affectedUsers: count, eligibleUsers } }) =>
      t("parameters.canary_started", { count, eligible: number(eligibleUsers) }),
  });
  const form = useForm({
    initial: {
      versionHash: first,
      percent: 10,
      age: "",
      forced: "",
      preferActive: false,
      webOnly: false,
      autoScale24h: false,
    },
    check: ({ versionHash, age }) => ({
      versionHash: versions.some(({ version_hash: hash }) => hash === versionHash)
        ? undefined
        : t("parameters.canary_choose"),
      age: /^\d*$/.test(age.trim()) ? undefined : t("parameters.canary_number"),
    }),
    submit: async (values) => void (await start.send({ body: draftOf(values) })),
    refused: (error) => ({ form: refusalText(error, text) }),
  });
  const percent = form.field("percent");
  return (
    <Form form={form}>
      <SelectField
        label={t("parameters.canary_version")}
        {...form.field("versionHash")}
        options={[
          { value: "", label: t("parameters.canary_choose") },
          ...versions.map((version) => versionOption(version, text)),
        ]}
      />
      <Slider
        label={t("parameters.canary_percent")}
        value={percent.value}
        onChange={percent.onChange}
        valueText={text.percent(percent.value / 100)}
      />
      <TextField
        label={t("parameters.canary_age")}
        hint={t("parameters.canary_any_age")}
        inputMode="numeric"
        suffix={t("parameters.canary_days")}
        {...form.field("age")}
      />
      <TextArea
        label={t("parameters.canary_forced")}
        hint={t("parameters.canary_forced_hint")}
        rows={2}
        spellCheck={false}
        {...form.field("forced")}
      />
      <Switch label={t("parameters.canary_active")} {...form.tick("preferActive")} />
      <Switch label={t("parameters.canary_web")} {...form.tick("webOnly")} />
      <Switch label={t("parameters.canary_scale")} {...form.tick("autoScale24h")} />
      <CanaryReach draft={draftOf(form.values)} />
      <FormActions>
        <Button kind="primary" type="submit" busy={form.busy}>
          {t(isRunning ? "parameters.canary_replace" : "parameters.canary_start")}
        </Button>
      </FormActions>
    </Form>
  );
}

/** The canary for the service; an incomplete number means no condition. */
function draftOf<V extends { readonly age: string; readonly forced: string }>(values: V) {
  const { age, forced, ...others } = values;
  return {
    ...others,
    minAccountAgeDays: /^\d+$/.test(age.trim()) ? Number(age) : null,
    forceUserIds: forced.split(/[\s,]+/).filter((id) => id !== ""),
  };
}

import {
  Button,
  Form,
  FormActions,
  Notice,
  Row,
  Section,
  Stack,
  Switch,
  Text,
  TextField,
  useForm,
} from "@wordloom/ui";
import { Loaded } from "@wordloom/web";
import type { AdvisorConfig } from "@wordloom/contract";
import type { CallOutput } from "@wordloom/contract/client";
import { readAdvisorConfig, setAdvisorConfig, testAdvisor } from "virtual:endpoints";
import { useState } from "react";
import { refusalAt } from "../../features/acts/refusal-at.ts";
import { useAct } from "../../features/acts/use-act.ts";
import { Conflicts } from "../../features/conflicts/conflicts.tsx";
import { readTyped } from "../../features/engine-config/drafts.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useDollars } from "../../features/units/use-dollars.ts";
import { useText } from "../../text/use-text.ts";

const TEST_TIMEOUT_MS = 120_000;

interface Values {
  readonly model: string;
  readonly pollCron: string;
  readonly monthCapYuan: string;
  readonly autoApplyMaxPerDay: string;
  readonly autoApplyMinConfidence: string;
  readonly advisorEnabled: boolean;
  readonly autoApplyEnabled: boolean;
}

const names = {
  model: "advisor.model",
  pollCron: "advisor.schedule",
  monthCapYuan: "advisor.month_cap",
  advisorEnabled: "advisor.by_schedule",
  autoApplyEnabled: "advisor.auto",
  autoApplyMaxPerDay: "advisor.auto_most",
  autoApplyMinConfidence: "advisor.auto_confidence",
} as const satisfies Record<keyof Values, string>;

/** When the advisor runs, with which model, and what it may do without approval. */
export function AdvisorSettings() {
  const { t } = useText();
  const config = useRead(readAdvisorConfig);
  return (
    <Section heading={t("advisor.settings")}>
      <Loaded of={config} failed={t("advisor.settings_failed")}>
        {(data) => <SettingsForm config={data} />}
      </Loaded>
    </Section>
  );
}

function SettingsForm({ config }: { readonly config: AdvisorConfig }) {
  const text = useText();
  const { t } = text;
  const save = useAct(setAdvisorConfig, {
    showsRefusals: true,
    done: () => t("advisor.settings_saved"),
  });
  const number = (value: string) =>
    readTyped(value) === undefined ? t("parameters.no_number") : undefined;
  const form = useForm<Values>({
    initial: valuesOf(config),
    follows: true,
    check: ({ monthCapYuan, autoApplyMaxPerDay, autoApplyMinConfidence }) => ({
      monthCapYuan: number(monthCapYuan),
      autoApplyMaxPerDay: number(autoApplyMaxPerDay),
      autoApplyMinConfidence: number(autoApplyMinConfidence),
    }),
    submit: async (values) => void (await save.send({ body: changesOf(config, values) })),
    refused: (error) => refusalAt(error, fieldOf, text),
  });
  return (
    <Form form={form}>
      <Switch label={t("advisor.by_schedule")} {...form.tick("advisorEnabled")} />
      <TextField label={t("advisor.model")} spellCheck={false} {...form.field("model")} />
      <TextField
        label={t("advisor.schedule")}
        hint={t("advisor.schedule_hint")}
        spellCheck={false}
        {...form.field("pollCron")}
      />
      <TextField
        label={t("advisor.month_cap")}
        inputMode="decimal"
        suffix="¥"
        hint={useDollars(Number(form.values.monthCapYuan))}
        {...form.field("monthCapYuan")}
      />
      <Switch label={t("advisor.auto")} {...form.tick("autoApplyEnabled")} />
      <TextField
        label={t("advisor.auto_most")}
        inputMode="numeric"
        {...form.field("autoApplyMaxPerDay")}
      />
      <TextField
        label={t("advisor.auto_confidence")}
        inputMode="decimal"
        {...form.field("autoApplyMinConfidence")}
      />
      <Conflicts of={form} nameOf={(name) => t(names[name])} />
      <FormActions>
        <Button kind="primary" type="submit" busy={form.busy} disabled={!form.dirty}>
          {t("common.save")}
        </Button>
      </FormActions>
      <ConnectionTest keyTail={config.apiKeyTail} />
    </Form>
  );
}

/** Sends the model a short request: whether it replies, and how fast. */
function ConnectionTest({ keyTail }: { readonly keyTail: string | null }) {
  const { t, number } = useText();
  const [result, setResult] = useState<CallOutput<typeof testAdvisor>>();
  const test = useAct(testAdvisor, { timeoutMs: TEST_TIMEOUT_MS, onDone: setResult });
  return (
    <Stack space={1}>
      <Row>
        <Button busy={test.busy} onClick={() => test.run({})}>
          {t("advisor.test")}
        </Button>
      </Row>
      <Text tone="soft" size="small">
        {keyTail === null ? t("advisor.no_key") : t("advisor.key", { tail: keyTail })}
      </Text>
      {result !== undefined && (
        <Notice tone={result.ok ? "firm" : "slip"} announce>
          {result.ok
            ? t("advisor.answers", {
                model: result.model,
                ms: number(Math.round(result.latencyMs)),
              })
            : t("advisor.silent", { model: result.model, error: result.error ?? "" })}
        </Notice>
      )}
    </Stack>
  );
}

function valuesOf(config: AdvisorConfig): Values {
  const { model, pollCron, advisorEnabled, autoApplyEnabled } = config;
  return {
    model,
    pollCron,
    advisorEnabled,
    autoApplyEnabled,
    monthCapYuan: String(config.monthCapYuan),
    autoApplyMaxPerDay: String(config.autoApplyMaxPerDay),
    autoApplyMinConfidence: String(config.autoApplyMinConfidence),
  };
}

/** Only the changed values, so that others' changes in the meantime stay. */
function changesOf(config: AdvisorConfig, values: Values) {
  const before = valuesOf(config);
  const of = <Name extends keyof Values, Sent>(name: Name, sent: (value: Values[Name]) => Sent) =>
    values[name] === before[name] ? {} : { [name]: sent(values[name]) };
  return {
    // No model is set yet: left unset.
    ...of("model", (model) => (model.trim() === "" ? null : model)),
    ...of("pollCron", (cron) => cron),
    ...of("advisorEnabled", (isOn) => isOn),
    ...of("autoApplyEnabled", (isOn) => isOn),
    ...of("monthCapYuan", Number),
    ...of("autoApplyMaxPerDay", Number),
    ...of("autoApplyMinConfidence", Number),
  };
}

const fieldOf: Readonly<Record<string, keyof Values>> = {
  INVALID_LLM_BUDGET: "monthCapYuan",
  INVALID_AUTO_APPLY_LIMIT: "autoApplyMaxPerDay",
  INVALID_CONFIDENCE: "autoApplyMinConfidence",
  VALIDATION_ERROR: "pollCron",
};

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
  type Refusal,
} from "@wordloom/ui";
import { Loaded, refusalText } from "@wordloom/web";
import type { AdvisorConfig } from "@wordloom/contract";
import type { CallOutput } from "@wordloom/contract/client";
import { readAdvisorConfig, setAdvisorConfig, testAdvisor } from "virtual:endpoints";
import { useState } from "react";
import { useAct } from "../../features/acts/use-act.ts";
import { readTyped } from "../../features/engine-config/drafts.ts";
import { ApiError } from "../../server-state/api.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText, type Translator } from "../../text/use-text.ts";

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

/** When the advisor runs, with which model, and what it may do by itself. */
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
    check: ({ monthCapYuan, autoApplyMaxPerDay, autoApplyMinConfidence }) => ({
      monthCapYuan: number(monthCapYuan),
      autoApplyMaxPerDay: number(autoApplyMaxPerDay),
      autoApplyMinConfidence: number(autoApplyMinConfidence),
    }),
    submit: async (values) => {
      const { monthCapYuan, autoApplyMaxPerDay, autoApplyMinConfidence, ...others } = values;
      const { data: stored } = await save.send({
        body: {
          ...others,
          // None is set yet: left as it is.
          model: others.model.trim() === "" ? null : others.model,
          monthCapYuan: Number(monthCapYuan),
          autoApplyMaxPerDay: Number(autoApplyMaxPerDay),
          autoApplyMinConfidence: Number(autoApplyMinConfidence),
        },
      });
      form.reset(valuesOf(stored));
    },
    refused: (error) => refusalOf(error, text),
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
      <FormActions>
        <Button kind="primary" type="submit" busy={form.busy} disabled={!form.dirty}>
          {t("common.save")}
        </Button>
      </FormActions>
      <ConnectionTest keyTail={config.apiKeyTail} />
    </Form>
  );
}

/** Asks the model something small: whether it answers, and how fast. */
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
    ...{ model, pollCron, advisorEnabled, autoApplyEnabled },
    monthCapYuan: String(config.monthCapYuan),
    autoApplyMaxPerDay: String(config.autoApplyMaxPerDay),
    autoApplyMinConfidence: String(config.autoApplyMinConfidence),
  };
}

function refusalOf(error: unknown, text: Translator): Refusal<Values> {
  const words = refusalText(error, text);
  const code = error instanceof ApiError ? error.code : "";
  if (code === "INVALID_LLM_BUDGET") return { fields: { monthCapYuan: words } };
  if (code === "INVALID_AUTO_APPLY_LIMIT") return { fields: { autoApplyMaxPerDay: words } };
  if (code === "INVALID_CONFIDENCE") return { fields: { autoApplyMinConfidence: words } };
  if (code === "VALIDATION_ERROR") return { fields: { pollCron: words } };
  return { form: words };
}

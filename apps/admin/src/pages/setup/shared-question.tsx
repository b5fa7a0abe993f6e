import {
  Button,
  Form,
  FormActions,
  Notice,
  RadioGroup,
  Stack,
  TextField,
  useForm,
  type Refusal,
} from "@wordloom/ui";
import type { MonitoringHealth } from "@wordloom/contract";
import { Loaded, refusalText } from "@wordloom/web";
import {
  changeAdminSettings,
  listAdminSessions,
  readAdminSettings,
  readMonitoringHealth,
} from "virtual:endpoints";
import { useAct } from "../../features/acts/use-act.ts";
import { ApiError } from "../../server-state/api.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import { isInternetAddress } from "./own-network.ts";
import type { QuestionProps } from "./question-props.ts";

/** Whether many learners share one router; if so, limits by address do not apply to it. */
export function SharedQuestion({ onNext }: QuestionProps) {
  const { t } = useText();
  const settings = useRead(readAdminSettings);
  const sessions = useRead(listAdminSessions);
  const health = useRead(readMonitoringHealth);
  const isBehindProxy = hasUntrustedProxy(health.data);
  const ip = sessions.data?.sessions.find(({ current }) => current)?.ip ?? undefined;
  const isOwn = ip !== undefined && !isBehindProxy && isInternetAddress(ip);
  return (
    <Loaded of={settings} failed={t("settings.failed")}>
      {({ rate_limit_exempt: networks }) =>
        !sessions.isPending &&
        !health.isPending && (
          <Stack space={3}>
            {isBehindProxy && (
              <Notice tone="slip">{t("sentences.part.forwarded_untrusted")}</Notice>
            )}
            <Choice networks={networks} own={isOwn ? ip : undefined} onNext={onNext} />
          </Stack>
        )
      }
    </Loaded>
  );
}

/** Everybody comes from the address of such a proxy. */
function hasUntrustedProxy(health: MonitoringHealth | undefined): boolean {
  const { requests } = health?.services ?? {};
  return [requests, ...(requests?.also ?? [])].some((one) => one?.code === "forwarded_untrusted");
}

interface Answer {
  readonly shared: "no" | "yes";
  readonly networks: string;
}

interface ChoiceProps extends QuestionProps {
  readonly networks: string;
  /** The address of this administrator, if learners may share it. */
  readonly own: string | undefined;
}

function Choice({ networks, own, onNext }: ChoiceProps) {
  const text = useText();
  const { t } = text;
  const save = useAct(changeAdminSettings, { showsRefusals: true });
  const form = useForm<Answer>({
    initial: { shared: networks === "" ? "no" : "yes", networks: networks || (own ?? "") },
    check: ({ shared, networks: typed }) =>
      shared === "yes" && typed.trim() === "" ? { networks: t("setup.shared_needed") } : {},
    submit: async ({ shared, networks: typed }) => {
      const chosen = shared === "yes" ? typed.trim() : "";
      if (chosen !== networks) await save.send({ body: { rate_limit_exempt: chosen } });
      onNext();
    },
    refused: (error): Refusal<Answer> =>
      error instanceof ApiError && error.code === "INVALID_REQUEST_BODY"
        ? { fields: { networks: t("setup.shared_needed") } }
        : { form: refusalText(error, text) },
  });
  return (
    <Form form={form}>
      <RadioGroup
        label={t("setup.shared_label")}
        options={(["no", "yes"] as const).map((value) => ({
          value,
          label: t(`setup.shared_${value}`),
          hint: t(`setup.shared_${value}_hint`),
        }))}
        {...form.field("shared")}
      />
      {form.values.shared === "yes" && (
        <TextField
          label={t("setup.shared_networks")}
          hint={
            own === undefined
              ? t("setup.shared_networks_hint")
              : t("setup.shared_networks_from", { ip: own })
          }
          spellCheck={false}
          {...form.field("networks")}
        />
      )}
      <FormActions>
        <Button kind="primary" type="submit" busy={form.busy}>
          {t("setup.go_on")}
        </Button>
        <Button kind="plain" onClick={() => onNext()}>
          {t("setup.skip")}
        </Button>
      </FormActions>
    </Form>
  );
}

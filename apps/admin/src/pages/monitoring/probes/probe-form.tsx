import {
  Button,
  Form,
  FormActions,
  RadioGroup,
  Section,
  Text,
  TextArea,
  TextField,
  useForm,
  type Refusal,
} from "@wordloom/ui";
import { refusalText } from "@wordloom/web";
import { issueProbe } from "virtual:endpoints";
import { useIsSuper } from "../../../features/access/use-admin.ts";
import { useAct } from "../../../features/acts/use-act.ts";
import { useOverview } from "../../../features/overview/use-overview.ts";
import { ApiError } from "../../../server-state/api.ts";
import { useText, type Translator } from "../../../text/use-text.ts";
import styles from "../monitoring.module.css";
import { deviceIdsIn } from "./device-ids.ts";

interface Values {
  readonly targets: "named" | "all";
  readonly devices: string;
  readonly script: string;
  readonly timeoutMs: string;
  readonly note: string;
}

const blank: Values = { targets: "named", devices: "", script: "", timeoutMs: "", note: "" };

/** The field that a refusal concerns. */
const fieldOf: Readonly<Record<string, keyof Values>> = {
  PROBE_SCRIPT_EMPTY: "script",
  PROBE_SCRIPT_TOO_LARGE: "script",
  PROBE_TIMEOUT_OUT_OF_RANGE: "timeoutMs",
  PROBE_INVALID_TARGETS: "devices",
};

/** A script for some devices; says how many it reaches before it is sent. */
export function ProbeForm({ onIssued }: { readonly onIssued: (batchId: string) => void }) {
  const text = useText();
  const { t } = text;
  const isSuper = useIsSuper();
  const issue = useAct(issueProbe, {
    showsRefusals: true,
    done: ({ dispatched, skippedOffline }) =>
      t("probes.sent", { count: dispatched.length, offline: skippedOffline.length }),
    onDone: ({ batchId }) => onIssued(batchId),
  });
  const form = useForm<Values>({
    initial: blank,
    check: (values) => faultsOf(values, text),
    submit: async (values) => void (await issue.send({ body: draftOf(values) })),
    refused: (error) => refusalOf(error, text),
  });
  const { targets, devices } = form.values;
  return (
    <Section className={styles.narrow} heading={t("probes.new")}>
      {!isSuper && <Text tone="soft">{t("probes.only_super")}</Text>}
      <Form form={form}>
        <RadioGroup
          label={t("probes.targets")}
          disabled={!isSuper}
          options={(["named", "all"] as const).map((value) => ({
            value,
            label: t(`probes.targets_${value}`),
          }))}
          {...form.field("targets")}
        />
        {targets === "named" && (
          <TextArea
            label={t("probes.devices")}
            hint={t("probes.devices_hint")}
            disabled={!isSuper}
            rows={2}
            spellCheck={false}
            {...form.field("devices")}
          />
        )}
        <TextArea
          className={styles.code}
          label={t("probes.script")}
          hint={t("probes.script_hint")}
          disabled={!isSuper}
          rows={6}
          spellCheck={false}
          {...form.field("script")}
        />
        <TextField
          label={t("probes.timeout")}
          hint={t("probes.timeout_hint")}
          inputMode="numeric"
          disabled={!isSuper}
          {...form.field("timeoutMs")}
        />
        <TextField label={t("probes.note")} disabled={!isSuper} {...form.field("note")} />
        <Reach isAll={targets === "all"} named={deviceIdsIn(devices).length} />
        <FormActions>
          <Button kind="primary" type="submit" disabled={!isSuper} busy={form.busy}>
            {t("probes.send")}
          </Button>
        </FormActions>
      </Form>
    </Section>
  );
}

function Reach({ isAll, named }: { readonly isAll: boolean; readonly named: number }) {
  const { t } = useText();
  const { data: overview } = useOverview();
  const online = overview?.live.devices;
  if (isAll && online === undefined) return null;
  return (
    <Text tone="soft">
      {isAll
        ? t("probes.reach_all", { count: online ?? 0 })
        : t("probes.reach_named", { count: named })}
    </Text>
  );
}

function faultsOf({ targets, devices, script, timeoutMs }: Values, { t }: Translator) {
  const isNumber = /^\d*$/.test(timeoutMs.trim());
  return {
    devices:
      targets === "named" && deviceIdsIn(devices).length === 0 ? t("account.needed") : undefined,
    script: script.trim() === "" ? t("account.needed") : undefined,
    timeoutMs: isNumber ? undefined : t("settings.no_number"),
  };
}

function draftOf({ targets, devices, script, timeoutMs, note }: Values) {
  return {
    targets: targets === "all" ? { allOnline: true } : { deviceIds: deviceIdsIn(devices) },
    script,
    ...(timeoutMs.trim() !== "" && { timeoutMs: Number(timeoutMs) }),
    ...(note.trim() !== "" && { note }),
  };
}

function refusalOf(error: unknown, text: Translator): Refusal<Values> {
  const words = refusalText(error, text);
  const field = error instanceof ApiError ? fieldOf[error.code] : undefined;
  return field === undefined ? { form: words } : { fields: { [field]: words } };
}

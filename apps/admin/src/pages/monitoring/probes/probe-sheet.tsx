import {
  Anchor,
  Button,
  Form,
  FormActions,
  Section,
  Sheet,
  Stack,
  Text,
  TextField,
  useForm,
} from "@wordloom/ui";
import type { ProbeRow } from "@wordloom/contract";
import { refusalText } from "@wordloom/web";
import { confirmProbe } from "virtual:endpoints";
import { useIsSuper } from "../../../features/access/use-admin.ts";
import { useAct } from "../../../features/acts/use-act.ts";
import { Facts } from "../../../features/facts/facts.tsx";
import { msText } from "../../../features/units/ms-text.ts";
import { useText, type Translator } from "../../../text/use-text.ts";
import styles from "../monitoring.module.css";

interface SheetProps {
  readonly probe: ProbeRow;
  readonly onClose: () => void;
}

/** One script on one device: its outcome and result, and the confirmation of commands. */
export function ProbeSheet({ probe, onClose }: SheetProps) {
  const text = useText();
  const { t } = text;
  const { deviceId, resultJson, stderr, truncated, scriptBody, status } = probe;
  return (
    <Sheet open onClose={onClose} title={deviceId}>
      <Stack space={3}>
        {status === "confirm_pending" && <Confirm probe={probe} />}
        <Facts rows={factsOf(probe, text)} />
        {resultJson !== null && (
          <Output heading={t("probes.result")} text={indented(resultJson)}>
            {truncated && <Text tone="soft">{t("probes.truncated")}</Text>}
          </Output>
        )}
        {stderr !== null && stderr !== "" && <Output heading={t("probes.stderr")} text={stderr} />}
        <Output heading={t("probes.script")} text={scriptBody} />
      </Stack>
    </Sheet>
  );
}

function Output({
  heading,
  text,
  children,
}: {
  readonly heading: string;
  readonly text: string;
  readonly children?: React.ReactNode;
}) {
  return (
    <Section heading={heading} level={3}>
      <pre className={styles.output} tabIndex={0} aria-label={heading} role="region">
        {text}
      </pre>
      {children}
    </Section>
  );
}

/** Formats JSON; a truncated result is not valid JSON and stays as it is. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function factsOf(probe: ProbeRow, { t, date, number }: Translator) {
  const time = (at: string | null) =>
    at !== null && date(at, { dateStyle: "medium", timeStyle: "medium" });
  return [
    [t("probes.status"), t(`probes.status_${probe.status}`)],
    [t("probes.note"), probe.note],
    [t("probes.dispatched"), time(probe.dispatchedAt)],
    [t("probes.confirmed"), time(probe.confirmedAt)],
    [t("probes.completed"), time(probe.completedAt)],
    [t("probes.took"), probe.durationMs !== null && msText(probe.durationMs, number)],
    [t("probes.timeout"), number(probe.timeoutMs)],
    [
      t("probes.batch"),
      <Anchor key="batch" href={`/monitoring?part=probes&batch=${probe.batchId}`}>
        {t("probes.batch_show")}
      </Anchor>,
    ],
    [t("probes.hash"), <code key="hash">{probe.scriptSha256}</code>],
  ] as const;
}

/** The script wants to call commands: typing the end of the device's id confirms this one. */
function Confirm({ probe: { id } }: { readonly probe: ProbeRow }) {
  const text = useText();
  const { t } = text;
  const isSuper = useIsSuper();
  const confirm = useAct(confirmProbe, {
    showsRefusals: true,
    done: () => t("probes.is_confirmed"),
  });
  const form = useForm({
    initial: { suffix: "" },
    check: ({ suffix }) => ({ suffix: suffix.trim() === "" ? t("account.needed") : undefined }),
    submit: async ({ suffix }) => {
      const body = { deviceIdSuffix: suffix.trim() };
      await confirm.send({ params: { requestId: id }, body });
    },
    refused: (error) => ({ fields: { suffix: refusalText(error, text) } }),
  });
  return (
    <Section heading={t("probes.confirm")} level={3}>
      <Text tone="soft">{t(isSuper ? "probes.confirm_text" : "probes.only_super")}</Text>
      <Form form={form}>
        <TextField
          label={t("probes.suffix")}
          autoComplete="off"
          spellCheck={false}
          disabled={!isSuper}
          {...form.field("suffix")}
        />
        <FormActions>
          <Button kind="danger" type="submit" disabled={!isSuper} busy={form.busy}>
            {t("probes.confirm_now")}
          </Button>
        </FormActions>
      </Form>
    </Section>
  );
}

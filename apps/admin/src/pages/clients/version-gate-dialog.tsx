import {
  Button,
  Dialog,
  Form,
  FormActions,
  Stack,
  Switch,
  Text,
  TextField,
  useForm,
  type Refusal,
} from "@wordloom/ui";
import { refusalText } from "@wordloom/web";
import type { CallOutput } from "@wordloom/contract/client";
import { previewVersionGate, setVersionGate, type readVersionGate } from "virtual:endpoints";
import { useAct } from "../../features/acts/use-act.ts";
import { platformName } from "../../features/devices/platform-name.ts";
import { useSettled } from "../../features/engine-config/use-settled.ts";
import { ApiError } from "../../server-state/api.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText, type Translator } from "../../text/use-text.ts";

export type VersionGate = CallOutput<typeof readVersionGate>;

interface Values {
  readonly enabled: boolean;
  readonly minClientVersion: string;
}

interface GateDialogProps {
  readonly gate: VersionGate;
  readonly onClose: () => void;
}

/** Switches the gate and sets its version; says how many devices it would lock out. */
export function VersionGateDialog({ gate, onClose }: GateDialogProps) {
  const text = useText();
  const { t } = text;
  const save = useAct(setVersionGate, {
    showsRefusals: true,
    done: () => t("clients.gate_saved"),
    onDone: onClose,
  });
  const form = useForm<Values>({
    initial: { enabled: gate.enabled, minClientVersion: gate.minClientVersion },
    check: ({ enabled, minClientVersion }) => ({
      minClientVersion: enabled && minClientVersion.trim() === "" ? t("account.needed") : undefined,
    }),
    submit: async (body) => void (await save.send({ body })),
    refused: (error) => refusalOf(error, text),
  });
  const { enabled, minClientVersion } = form.values;
  const { told, refusal, isKnown } = useGateReach(enabled ? minClientVersion : "");
  const { error, ...version } = form.field("minClientVersion");
  return (
    <Dialog open onClose={onClose} title={t("clients.gate")} closable={!form.busy}>
      <Form form={form}>
        <Switch
          label={t("clients.gate_on")}
          hint={t("clients.gate_hint")}
          {...form.tick("enabled")}
        />
        <Stack space={0.5}>
          <TextField
            {...version}
            label={t("clients.gate_version")}
            hint={t("clients.version_form")}
            error={refusal ?? error}
          />
          <Text size="small" tone={told?.isStop ? "slip" : "soft"} aria-live="polite">
            {told?.text ?? "\u00a0"}
          </Text>
        </Stack>
        <FormActions>
          <Button kind="primary" type="submit" busy={form.busy} disabled={!isKnown}>
            {t("common.save")}
          </Button>
          <Button onClick={onClose}>{t("common.cancel")}</Button>
        </FormActions>
      </Form>
    </Dialog>
  );
}

/** Whom the gate would lock out, as text; requested when typing pauses. */
function useGateReach(version: string) {
  const text = useText();
  const { t, list, sentences } = text;
  const typed = version.trim();
  const minClientVersion = useSettled(typed);
  const query = useRead(
    previewVersionGate,
    { body: { minClientVersion } },
    { enabled: minClientVersion !== "" },
  );
  const isKnown = typed === "" || (typed === minClientVersion && !query.isFetching);
  const reach = isKnown && typed !== "" ? query.data : undefined;
  const refusal =
    isKnown && typed !== "" && query.error !== null ? refusalText(query.error, text) : undefined;
  if (reach === undefined) return { isKnown, refusal };
  const { devices, users, byPlatform, unreadable } = reach;
  const platforms = byPlatform.map((each) =>
    t("clients.gate_platform", {
      platform: platformName(each.platform, text),
      devices: each.devices,
    }),
  );
  const said = [
    devices === 0 ? t("clients.gate_reach_none") : t("clients.gate_reach", { devices, users }),
    ...(platforms.length > 1 ? [t("clients.gate_platforms", { platforms: list(platforms) })] : []),
    ...(unreadable > 0 ? [t("clients.gate_unreadable", { unreadable })] : []),
  ];
  return { isKnown, refusal, told: { text: sentences(said), isStop: devices > 0 } };
}

function refusalOf(error: unknown, text: Translator): Refusal<Values> {
  const words = refusalText(error, text);
  const isVersion = error instanceof ApiError && error.code === "INVALID_MIN_CLIENT_VERSION";
  return isVersion ? { fields: { minClientVersion: words } } : { form: words };
}

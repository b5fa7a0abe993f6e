import {
  Button,
  Dialog,
  Form,
  FormActions,
  Stack,
  Text,
  TextArea,
  TextField,
  useForm,
  type Refusal,
} from "@wordloom/ui";
import { refusalText } from "@wordloom/web";
import { broadcastUpgrade } from "virtual:endpoints";
import { useAct } from "../../features/acts/use-act.ts";
import { platformName } from "../../features/devices/platform-name.ts";
import { ApiError } from "../../server-state/api.ts";
import { useText, type Translator } from "../../text/use-text.ts";
import { reachText, useUpgradeReach } from "./use-upgrade-reach.ts";

const MESSAGE_MAX = 500;

interface Values {
  readonly belowVersion: string;
  readonly latestVersion: string;
  readonly message: string;
}

interface RequestDialogProps {
  readonly platform: string;
  readonly onClose: () => void;
}

/** Stops older apps until they are updated, open ones immediately; says first how many. */
export function UpgradeRequestDialog({ platform, onClose }: RequestDialogProps) {
  const text = useText();
  const { t } = text;
  const name = platformName(platform, text);
  const send = useAct(broadcastUpgrade, {
    showsRefusals: true,
    done: ({ matched, pushedConnections: streams }) =>
      t("clients.request_sent", { matched, streams }),
    onDone: onClose,
  });
  const needed = (value: string) => (value.trim() === "" ? t("account.needed") : undefined);
  const form = useForm<Values>({
    initial: { belowVersion: "", latestVersion: "", message: "" },
    check: ({ belowVersion, latestVersion }) => ({
      belowVersion: needed(belowVersion),
      latestVersion: needed(latestVersion),
    }),
    submit: async (body) => void (await send.send({ params: { platform }, body })),
    refused: (error) => refusalOf(error, text),
  });
  const below = useUpgradeReach(platform, form.values.belowVersion);
  const { error, ...belowField } = form.field("belowVersion");
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("clients.request_title", { platform: name })}
      closable={!form.busy}
    >
      <Form form={form}>
        <Stack space={0.5}>
          <TextField
            {...belowField}
            label={t("clients.request_below")}
            hint={t("clients.request_below_hint")}
            error={below.refusal ?? error}
          />
          <Text size="small" tone={below.reach?.matched ? "slip" : "soft"} aria-live="polite">
            {below.reach === undefined
              ? t("clients.request_unknown")
              : reachText("request", below.reach, text)}
          </Text>
        </Stack>
        <TextField
          {...form.field("latestVersion")}
          label={t("clients.request_latest")}
          hint={t("clients.version_form")}
        />
        <TextArea
          {...form.field("message")}
          label={t("clients.request_message")}
          hint={t("clients.request_message_hint")}
          rows={2}
          maxLength={MESSAGE_MAX}
        />
        <FormActions>
          <Button kind="danger" type="submit" busy={form.busy} disabled={!below.isKnown}>
            {t("clients.request_now")}
          </Button>
          <Button onClick={onClose}>{t("common.cancel")}</Button>
        </FormActions>
      </Form>
    </Dialog>
  );
}

/** The minimum version has a preview, so another invalid version is the one to update to. */
function refusalOf(error: unknown, text: Translator): Refusal<Values> {
  const words = refusalText(error, text);
  const isVersion = error instanceof ApiError && error.code === "INVALID_VERSION";
  return isVersion ? { fields: { latestVersion: words } } : { form: words };
}

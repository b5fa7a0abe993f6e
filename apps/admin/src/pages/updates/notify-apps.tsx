import {
  Button,
  Dialog,
  Form,
  FormActions,
  SelectField,
  TextArea,
  TextField,
  useForm,
  type Refusal,
} from "@wordloom/ui";
import type { ReleaseChannel } from "@wordloom/contract";
import { Loaded, refusalText } from "@wordloom/web";
import { broadcastUpdate, previewMaintenance } from "virtual:endpoints";
import { useAct } from "../../features/acts/use-act.ts";
import { ApiError } from "../../server-state/api.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText, type Translator } from "../../text/use-text.ts";

const MESSAGE_MAX = 500;
const channels = ["stable", "beta"] as const satisfies readonly ReleaseChannel[];

interface Values {
  readonly version: string;
  readonly channel: ReleaseChannel;
  readonly message: string;
}

interface NotifyAppsProps {
  /** The running release. */
  readonly current: string;
  readonly onClose: () => void;
}

/** Notifies open apps about a release; says first how many learners have one open. */
export function NotifyApps({ current, onClose }: NotifyAppsProps) {
  const text = useText();
  const { t } = text;
  const reach = useRead(previewMaintenance);
  const notify = useAct(broadcastUpdate, {
    showsRefusals: true,
    done: (_, { body }) => t("updates.told", { version: body?.version ?? current }),
    onDone: onClose,
  });
  const form = useForm<Values>({
    initial: { version: current, channel: "stable", message: "" },
    check: ({ version }) => ({ version: version.trim() === "" ? t("account.needed") : undefined }),
    submit: async (body) => void (await notify.send({ body })),
    refused: (error) => refusalOf(error, text),
  });
  return (
    <Dialog open onClose={onClose} title={t("updates.tell_title")} closable={!form.busy}>
      <Form form={form}>
        <p>{t("updates.tell_text")}</p>
        <Loaded of={reach} failed={t("updates.reach_failed")}>
          {({ learnerStreams }) => <p>{t("updates.reach", { count: learnerStreams })}</p>}
        </Loaded>
        <TextField
          label={t("updates.version")}
          autoComplete="off"
          spellCheck={false}
          {...form.field("version")}
        />
        <SelectField
          label={t("updates.channel")}
          options={channels.map((value) => ({ value, label: t(`updates.channel_${value}`) }))}
          {...form.field("channel")}
        />
        <TextArea
          label={t("updates.message")}
          hint={t("updates.message_hint")}
          rows={2}
          maxLength={MESSAGE_MAX}
          {...form.field("message")}
        />
        <FormActions>
          <Button kind="primary" type="submit" busy={form.busy}>
            {t("updates.tell_now")}
          </Button>
          <Button onClick={onClose}>{t("common.cancel")}</Button>
        </FormActions>
      </Form>
    </Dialog>
  );
}

function refusalOf(error: unknown, text: Translator): Refusal<Values> {
  const words = refusalText(error, text);
  const code = error instanceof ApiError ? error.code : "";
  if (code === "INVALID_VERSION") return { fields: { version: words } };
  return code === "INVALID_MESSAGE" ? { fields: { message: words } } : { form: words };
}

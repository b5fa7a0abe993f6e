import { Button, Form, Notice, TextField, useForm } from "@wordloom/ui";
import { refusalText } from "@wordloom/web";
import { testMail } from "virtual:endpoints";
import { useText } from "../../text/use-text.ts";
import { useAct } from "../acts/use-act.ts";

/** A mail server may be slow. */
const MAIL_TIMEOUT_MS = 60_000;

/**
 * Sends a test mail through the mail server of the environment.
 * @param to  the initial recipient
 */
export function MailTest({ to = "" }: { readonly to?: string }) {
  const text = useText();
  const { t } = text;
  const send = useAct(testMail, {
    showsRefusals: true,
    timeoutMs: MAIL_TIMEOUT_MS,
    done: (_, { body }) => t("settings.mail_sent", { to: body.to }),
  });
  const form = useForm({
    initial: { to },
    check: (typed) => ({ to: typed.to.trim() === "" ? t("account.needed") : undefined }),
    submit: async (body) => void (await send.send({ body })),
    refused: (error) => ({ fields: { to: refusalText(error, text) } }),
  });
  return (
    <Form form={form}>
      <TextField
        label={t("settings.mail_to")}
        hint={t("settings.mail_hint")}
        type="email"
        {...form.field("to")}
      />
      <div>
        <Button type="submit" busy={form.busy}>
          {t("settings.mail_test")}
        </Button>
      </div>
      {form.busy && <Notice>{t("settings.mail_busy")}</Notice>}
    </Form>
  );
}

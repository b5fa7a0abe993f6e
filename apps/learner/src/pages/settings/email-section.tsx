import {
  Button,
  Form,
  FormActions,
  Notice,
  Row,
  Section,
  Stack,
  Text,
  TextField,
  toast,
  useForm,
} from "@wordloom/ui";
import { useQueryClient } from "@tanstack/react-query";
import type { EmailState } from "@wordloom/contract";
import { useState } from "react";
import { cancelMyEmailChange, changeMyEmail, readMyEmail } from "virtual:endpoints";
import { keyOf, Loaded, refusalText } from "@wordloom/web";
import { accountChecks } from "../../features/account/account-checks.ts";
import { ApiError } from "../../server-state/api.ts";
import { passwordCall } from "../../server-state/password-call.ts";
import { signIn, userChanged } from "../../server-state/sign-in.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useWrite } from "../../server-state/use-write.ts";
import { useText, type Translator } from "../../text/use-text.ts";

/** The account's address, a pending change, and a form to change it. */
export function EmailSection() {
  const { t } = useText();
  const state = useRead(readMyEmail);
  const [isChanging, setIsChanging] = useState(false);
  return (
    <Section ruled heading={t("account.email")}>
      <Loaded of={state} failed={t("settings.failed")}>
        {({ email, pending }) => (
          <Stack space={3}>
            <Text>{email}</Text>
            {pending !== null && <Pending email={pending.email} />}
            {isChanging ? (
              <Change onClose={() => setIsChanging(false)} />
            ) : (
              <Row>
                <Button onClick={() => setIsChanging(true)}>{t("settings.email_change")}</Button>
              </Row>
            )}
          </Stack>
        )}
      </Loaded>
    </Section>
  );
}

function Pending({ email }: { readonly email: string }) {
  const text = useText();
  const { t } = text;
  const cancel = useWrite(cancelMyEmailChange);
  const failure = {
    onError: (error: Error) => toast({ text: refusalText(error, text), tone: "slip" as const }),
  };
  return (
    <Notice>
      <Stack space={2}>
        <span>{t("settings.email_pending", { email })}</span>
        <Row space={1}>
          <Button size="small" href="/confirm-email">
            {t("account.have_code")}
          </Button>
          <Button
            size="small"
            kind="plain"
            busy={cancel.isPending}
            onClick={() => cancel.mutate({}, failure)}
          >
            {t("settings.email_cancel")}
          </Button>
        </Row>
      </Stack>
    </Notice>
  );
}

function Change({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const { t } = text;
  const checks = accountChecks(text);
  const queries = useQueryClient();
  const form = useForm({
    initial: { email: "", currentPassword: "" },
    check: ({ email, currentPassword }) => ({
      email: checks.email(email),
      currentPassword: checks.given(currentPassword),
    }),
    submit: async (body) => {
      const changed = await passwordCall(changeMyEmail, { body });
      await queries.invalidateQueries({ queryKey: keyOf(readMyEmail) });
      onClose();
      confirmChange(changed, text);
    },
    refused: (error) => {
      const said = refusalText(error, text);
      const code = error instanceof ApiError ? error.code : "";
      if (code === "AUTH_UNAUTHORIZED") {
        return { fields: { currentPassword: t("settings.password_wrong") } };
      }
      return ["AUTH_INVALID_EMAIL", "AUTH_EMAIL_EXISTS"].includes(code)
        ? { fields: { email: said } }
        : { form: said };
    },
  });
  return (
    <Form form={form}>
      <TextField
        label={t("settings.email_new")}
        type="email"
        autoComplete="email"
        autoFocus
        {...form.field("email")}
      />
      <TextField
        label={t("settings.password_current")}
        type="password"
        autoComplete="current-password"
        {...form.field("currentPassword")}
      />
      <FormActions>
        <Button type="submit" busy={form.busy}>
          {t("settings.email_change")}
        </Button>
        <Button onClick={onClose}>{t("common.cancel")}</Button>
      </FormActions>
    </Form>
  );
}

/**
 * Confirms a change if the service sends no email; otherwise the notice above shows what is
 * pending.
 */
function confirmChange({ email, pending }: EmailState, { t }: Translator): void {
  const now = signIn.get();
  if (pending !== null || now.kind !== "in") return;
  userChanged({ ...now.user, email });
  toast({ text: t("settings.email_changed") });
}

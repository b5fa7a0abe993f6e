import { ApiError } from "@wordloom/contract/client";
import { Button, Form, Text, useForm } from "@wordloom/ui";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Reading, refusalText } from "@wordloom/web";
import { accountChecks } from "../../features/account/account-checks.ts";
import { AccountFrame } from "../../features/account/account-frame.tsx";
import { EnterCode } from "../../features/account/enter-code.tsx";
import { linkedToken } from "../../features/account/linked-token.ts";
import { NewPasswordField } from "../../features/account/password-field.tsx";
import { Waiting } from "../../features/shell/waiting.tsx";
import { isUsableResetToken, setNewPassword } from "../../server-state/account.ts";
import { useText } from "../../text/use-text.ts";

/**
 * The target of the link in a password email: sets a new password if the link is still valid. A
 * service that does not know its own address mails a code, which is entered here.
 */
export function ResetPasswordPage() {
  const [entered, setEntered] = useState<string>();
  const token = linkedToken() ?? entered;
  if (token !== undefined) return <WithToken token={token} />;
  return <EnterCode isUsable={isUsableResetToken} onCode={setEntered} />;
}

function WithToken({ token }: { readonly token: string }) {
  const { t } = useText();
  const [isDone, setIsDone] = useState(false);
  const check = useQuery({
    queryKey: ["reset-token", token],
    queryFn: () => isUsableResetToken(token),
    staleTime: Infinity,
  });
  // The token was used while the page was open, perhaps by this page with a lost reply.
  const [isGone, setIsGone] = useState(false);
  if (isDone) return <Done />;
  if (isGone) return <Unusable />;
  return (
    <Reading
      query={check}
      heading={t("account.reset_failed")}
      skeleton={<Waiting />}
      otherwise={(failed) => <AccountFrame title={t("account.reset_title")}>{failed}</AccountFrame>}
    >
      {(isUsable) =>
        isUsable ? (
          <Choose token={token} onDone={() => setIsDone(true)} onGone={() => setIsGone(true)} />
        ) : (
          <Unusable />
        )
      }
    </Reading>
  );
}

interface ChooseProps {
  readonly token: string;
  readonly onDone: () => void;
  readonly onGone: () => void;
}

function Choose({ token, onDone, onGone }: ChooseProps) {
  const text = useText();
  const { t } = text;
  const checks = accountChecks(text);
  const form = useForm({
    initial: { password: "" },
    check: ({ password }) => ({ password: checks.newPassword(password) }),
    submit: async ({ password }) => {
      await setNewPassword(token, password);
      onDone();
    },
    refused: (error) => {
      if (error instanceof ApiError && error.code === "AUTH_INVALID_RESET_TOKEN") onGone();
      return { form: refusalText(error, text) };
    },
  });
  return (
    <AccountFrame title={t("account.reset_title")}>
      <Form form={form}>
        <NewPasswordField autoFocus label={t("account.new_password")} {...form.field("password")} />
        <Button kind="primary" size="large" wide type="submit" busy={form.busy}>
          {t("account.reset")}
        </Button>
      </Form>
    </AccountFrame>
  );
}

function Done() {
  const { t } = useText();
  return (
    <AccountFrame title={t("account.reset_done_title")} text={t("account.reset_done_text")}>
      <Button kind="primary" size="large" href="/sign-in">
        {t("account.sign_in")}
      </Button>
    </AccountFrame>
  );
}

function Unusable() {
  const { t } = useText();
  return (
    <AccountFrame title={t("account.reset_invalid_title")} text={t("account.reset_invalid_text")}>
      <Button kind="primary" size="large" href="/forgot">
        {t("account.reset_again")}
      </Button>
      <Text tone="soft">{t("account.reset_maybe_done")}</Text>
      <Button size="large" href="/sign-in">
        {t("account.sign_in")}
      </Button>
    </AccountFrame>
  );
}

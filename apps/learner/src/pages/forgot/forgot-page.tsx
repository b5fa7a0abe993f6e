import { Button, Form, Row, TextField, useForm } from "@wordloom/ui";
import { useState } from "react";
import { Link } from "wouter";
import { refusalText } from "@wordloom/web";
import { accountChecks } from "../../features/account/account-checks.ts";
import { AccountFrame } from "../../features/account/account-frame.tsx";
import { requestReset } from "../../server-state/account.ts";
import { useText } from "../../text/use-text.ts";

/** Asks for a link or a code by email; replies the same whether or not the address is known. */
export function ForgotPage() {
  const text = useText();
  const { t } = text;
  const checks = accountChecks(text);
  const [sentTo, setSentTo] = useState<string>();
  const form = useForm({
    initial: { email: "" },
    check: ({ email }) => ({ email: checks.email(email) }),
    submit: async ({ email }) => {
      await requestReset(email);
      setSentTo(email.trim());
    },
    refused: (error) => ({ form: refusalText(error, text) }),
  });
  if (sentTo !== undefined) {
    return (
      <AccountFrame
        title={t("account.forgot_sent_title")}
        text={t("account.forgot_sent_text", { email: sentTo })}
      >
        <Row space={1}>
          <Button href="/sign-in">{t("account.sign_in")}</Button>
          <Button href="/reset-password">{t("account.have_code")}</Button>
        </Row>
      </AccountFrame>
    );
  }
  return (
    <AccountFrame title={t("account.forgot_title")} text={t("account.forgot_text")}>
      <Form form={form}>
        <TextField
          label={t("account.email")}
          type="email"
          autoComplete="username"
          autoFocus
          {...form.field("email")}
        />
        <Button kind="primary" size="large" wide type="submit" busy={form.busy}>
          {t("account.forgot_send")}
        </Button>
      </Form>
      <Link href="/reset-password">{t("account.have_code")}</Link>
    </AccountFrame>
  );
}

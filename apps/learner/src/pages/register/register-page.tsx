import { Button, Form, Text, TextField, useForm, type Refusal } from "@wordloom/ui";
import { Link, useLocation } from "wouter";
import { refusalText } from "@wordloom/web";
import { useObservable } from "@wordloom/web/state";
import { accountChecks } from "../../features/account/account-checks.ts";
import { AccountFrame } from "../../features/account/account-frame.tsx";
import { NewPasswordField } from "../../features/account/password-field.tsx";
import { claimFirstWords, firstWords } from "../../features/first-words/kept-first-words.ts";
import { registerAccount, type Registration } from "../../server-state/account.ts";
import { ApiError } from "../../server-state/api.ts";
import { type Translator, useText } from "../../text/use-text.ts";

/** Creates an account; continues with the first steps. */
export function RegisterPage() {
  const text = useText();
  const { t } = text;
  const checks = accountChecks(text);
  const [, goTo] = useLocation();
  const form = useForm<Registration>({
    initial: { email: "", username: "", password: "" },
    check: ({ email, username, password }) => ({
      email: checks.email(email),
      username: checks.username(username),
      password: checks.newPassword(password),
    }),
    submit: async (values) => {
      await registerAccount(values, claimFirstWords);
      goTo("/start", { replace: true });
    },
    refused: (error) => refusalOf(error, text),
  });
  const answers = useObservable(firstWords)?.answers.length ?? 0;
  return (
    <AccountFrame
      title={t("account.register_title")}
      text={answers > 0 ? t("first.taken_along", { count: answers }) : undefined}
    >
      <Form form={form}>
        <TextField
          label={t("account.email")}
          type="email"
          autoComplete="email"
          autoFocus
          {...form.field("email")}
        />
        <TextField
          label={t("account.username")}
          hint={t("account.username_hint")}
          autoComplete="nickname"
          {...form.field("username")}
        />
        <NewPasswordField label={t("account.password")} {...form.field("password")} />
        <Button kind="primary" size="large" wide type="submit" busy={form.busy}>
          {t("account.register")}
        </Button>
      </Form>
      <Text tone="soft">
        {t("account.have_account")}
        {text.gap}
        <Link href={`/sign-in${location.search}`}>{t("account.sign_in")}</Link>
      </Text>
    </AccountFrame>
  );
}

function refusalOf(error: unknown, text: Translator): Refusal<Registration> {
  const said = refusalText(error, text);
  switch (error instanceof ApiError ? error.code : undefined) {
    case "AUTH_INVALID_EMAIL":
    case "AUTH_EMAIL_EXISTS":
      return { fields: { email: said } };
    case "AUTH_INVALID_USERNAME":
      return { fields: { username: said } };
    case "AUTH_WEAK_PASSWORD":
      return { fields: { password: said } };
    case "FORBIDDEN":
      return { form: text.t("account.register_closed") };
    default:
      return { form: said };
  }
}

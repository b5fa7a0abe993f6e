import { Button, Form, Row, Text, TextField, useForm, type Refusal } from "@wordloom/ui";
import { Link } from "wouter";
import { refusalText } from "@wordloom/web";
import { accountChecks } from "../../features/account/account-checks.ts";
import { AccountFrame } from "../../features/account/account-frame.tsx";
import { claimFirstWords } from "../../features/first-words/kept-first-words.ts";
import { signInWith, type Credentials } from "../../server-state/account.ts";
import { ApiError } from "../../server-state/api.ts";
import { type Translator, useText } from "../../text/use-text.ts";

/** Sign-in with address and password. */
export function SignInPage() {
  const text = useText();
  const { t } = text;
  const checks = accountChecks(text);
  const form = useForm<Credentials>({
    initial: { email: "", password: "" },
    check: ({ email, password }) => ({
      email: checks.email(email),
      password: checks.given(password),
    }),
    submit: (credentials) => signInWith(credentials, isKeeping() ? claimFirstWords : undefined),
    refused: (error) => refusalOf(error, text),
  });
  return (
    <AccountFrame title={t("account.sign_in_title")}>
      <Form form={form}>
        <TextField
          label={t("account.email")}
          type="email"
          autoComplete="username"
          autoFocus
          {...form.field("email")}
        />
        <TextField
          label={t("account.password")}
          type="password"
          autoComplete="current-password"
          {...form.field("password")}
        />
        <Button kind="primary" size="large" wide type="submit" busy={form.busy}>
          {t("account.sign_in")}
        </Button>
      </Form>
      <Row spread>
        <Link href="/forgot">{t("account.forgot_link")}</Link>
        <Text as="span" tone="soft">
          {t("account.no_account")}
          {text.gap}
          <Link href={`/register${location.search}`}>{t("account.register")}</Link>
        </Text>
      </Row>
    </AccountFrame>
  );
}

/** Whether the visitor comes from the ten words, in order to keep them. */
function isKeeping(): boolean {
  return new URLSearchParams(location.search).has("keep");
}

/** The service reports a lock only to callers who know the password. */
function refusalOf(error: unknown, text: Translator): Refusal<Credentials> {
  const { t, duration } = text;
  if (!(error instanceof ApiError)) return { form: refusalText(error, text) };
  const { code, retryAfterSecs } = error;
  if (code === "AUTH_UNAUTHORIZED") return { form: t("account.sign_in_wrong") };
  if (code === "FORBIDDEN") return { form: t("account.sign_in_banned") };
  if (code === "RATE_LIMITED" && retryAfterSecs !== undefined) {
    return { form: t("account.sign_in_locked", { time: duration(retryAfterSecs) }) };
  }
  return { form: refusalText(error, text) };
}

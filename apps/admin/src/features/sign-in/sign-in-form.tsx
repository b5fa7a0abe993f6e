import { Button, Checkbox, Form, TextField, useForm, type Refusal } from "@wordloom/ui";
import { refusalText } from "@wordloom/web";
import { ApiError } from "../../server-state/api.ts";
import { signInWith, type Credentials } from "../../server-state/sign-in.ts";
import { useText, type Translator } from "../../text/use-text.ts";

/** Address and password of an administrator. */
export function SignInForm({ email = "" }: { readonly email?: string }) {
  const text = useText();
  const { t } = text;
  const given = (value: string) => (value.trim() === "" ? t("account.needed") : undefined);
  const form = useForm<Credentials>({
    initial: { email, password: "", rememberMe: false },
    check: (values) => ({ email: given(values.email), password: given(values.password) }),
    submit: signInWith,
    refused: (error) => refusalOf(error, text),
  });
  return (
    <Form form={form}>
      <TextField
        label={t("account.email")}
        type="email"
        autoComplete="username"
        autoFocus={email === ""}
        {...form.field("email")}
      />
      <TextField
        label={t("account.password")}
        type="password"
        autoComplete="current-password"
        autoFocus={email !== ""}
        {...form.field("password")}
      />
      <Checkbox label={t("account.remember")} {...form.tick("rememberMe")} />
      <Button kind="primary" size="large" wide type="submit" busy={form.busy}>
        {t("account.sign_in")}
      </Button>
    </Form>
  );
}

/** The service reveals a lock only to those who know the password. */
function refusalOf(error: unknown, text: Translator): Refusal<Credentials> {
  if (error instanceof ApiError && error.code === "AUTH_UNAUTHORIZED") {
    return { form: text.t("account.wrong") };
  }
  return { form: refusalText(error, text) };
}

import { Button, Form, TextField, useForm } from "@wordloom/ui";
import { refusalAt } from "../../features/acts/refusal-at.ts";
import { Entrance } from "../../features/sign-in/entrance.tsx";
import { setUpWith, type Setup } from "../../server-state/sign-in.ts";
import { useText } from "../../text/use-text.ts";

const PASSWORD_MIN = 8;

/** Creates the first administrator. The link in the log contains the setup token. */
export function SetupPage() {
  const text = useText();
  const { t } = text;
  const given = (value: string) => (value.trim() === "" ? t("account.needed") : undefined);
  const form = useForm<Setup>({
    initial: { setupToken: tokenOfAddress(), email: "", password: "" },
    check: ({ setupToken, email, password }) => ({
      setupToken: given(setupToken),
      email: given(email),
      password: password.length < PASSWORD_MIN ? t("account.password_rule") : undefined,
    }),
    submit: setUpWith,
    refused: (error) => refusalAt(error, fieldOf, text),
  });
  return (
    <Entrance title={t("account.setup_title")} text={t("account.setup_text")}>
      <Form form={form}>
        <TextField
          label={t("account.setup_token")}
          hint={t("account.setup_token_help")}
          autoComplete="off"
          spellCheck={false}
          {...form.field("setupToken")}
        />
        <TextField
          label={t("account.email")}
          type="email"
          autoComplete="username"
          {...form.field("email")}
        />
        <TextField
          label={t("account.password")}
          hint={t("account.password_rule")}
          type="password"
          autoComplete="new-password"
          {...form.field("password")}
        />
        <Button kind="primary" size="large" wide type="submit" busy={form.busy}>
          {t("account.setup")}
        </Button>
      </Form>
    </Entrance>
  );
}

const tokenOfAddress = () => new URLSearchParams(location.search).get("token") ?? "";

const fieldOf: Readonly<Record<string, keyof Setup>> = {
  SETUP_TOKEN_INVALID: "setupToken",
  ADMIN_INVALID_EMAIL: "email",
  ADMIN_WEAK_PASSWORD: "password",
};

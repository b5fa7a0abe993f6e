import { Button, Form, TextField, useForm, type Refusal } from "@wordloom/ui";
import { refusalText } from "@wordloom/web";
import { Entrance } from "../../features/sign-in/entrance.tsx";
import { ApiError } from "../../server-state/api.ts";
import { setUpWith, type Setup } from "../../server-state/sign-in.ts";
import { useText, type Translator } from "../../text/use-text.ts";

const PASSWORD_MIN = 8;

/** The first administrator. The link in the log brings the setup token along. */
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
    refused: (error) => refusalOf(error, text),
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

function refusalOf(error: unknown, text: Translator): Refusal<Setup> {
  const words = refusalText(error, text);
  const code = error instanceof ApiError ? error.code : "";
  if (code === "SETUP_TOKEN_INVALID") return { fields: { setupToken: words } };
  if (code === "ADMIN_INVALID_EMAIL") return { fields: { email: words } };
  if (code === "ADMIN_WEAK_PASSWORD") return { fields: { password: words } };
  return { form: words };
}

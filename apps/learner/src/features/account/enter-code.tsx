import { Button, Form, TextField, useForm } from "@wordloom/ui";
import { refusalText } from "@wordloom/web";
import { useText } from "../../text/use-text.ts";
import { accountChecks } from "./account-checks.ts";
import { AccountFrame } from "./account-frame.tsx";

interface Props {
  /** Whether the service accepts the code now. */
  readonly isUsable: (code: string) => Promise<boolean>;
  readonly onCode: (code: string) => void;
}

/** Asks for a code from an email or an administrator, until it is valid. */
export function EnterCode({ isUsable, onCode }: Props) {
  const text = useText();
  const { t } = text;
  const checks = accountChecks(text);
  const form = useForm({
    initial: { code: "" },
    check: ({ code }) => ({ code: checks.given(code.trim()) }),
    submit: async ({ code }) => {
      // Mail programs break long lines, and copying keeps the breaks.
      const typed = code.replaceAll(/\s/g, "");
      if (!(await isUsable(typed))) throw new UnusableCode();
      onCode(typed);
    },
    refused: (error) =>
      error instanceof UnusableCode
        ? { fields: { code: t("account.code_invalid") } }
        : { form: refusalText(error, text) },
  });
  return (
    <AccountFrame title={t("account.code_title")}>
      <Form form={form}>
        <TextField
          label={t("account.code")}
          autoComplete="one-time-code"
          autoFocus
          {...form.field("code")}
        />
        <Button kind="primary" size="large" wide type="submit" busy={form.busy}>
          {t("account.code_next")}
        </Button>
      </Form>
    </AccountFrame>
  );
}

class UnusableCode extends Error {}

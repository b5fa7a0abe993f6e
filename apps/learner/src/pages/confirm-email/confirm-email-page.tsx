import { Button } from "@wordloom/ui";
import { useState } from "react";
import { refusalText } from "@wordloom/web";
import { AccountFrame } from "../../features/account/account-frame.tsx";
import { EnterCode } from "../../features/account/enter-code.tsx";
import { linkedToken } from "../../features/account/linked-token.ts";
import { confirmNewEmail } from "../../server-state/account.ts";
import { ApiError } from "../../server-state/api.ts";
import { useText } from "../../text/use-text.ts";

/**
 * The target of the link in an email to a new address. An email without a link has a code to enter
 * here.
 */
export function ConfirmEmailPage() {
  const [email, setEmail] = useState<string>();
  const token = linkedToken();
  if (email !== undefined) return <Done email={email} />;
  if (token !== undefined) return <Confirm token={token} onDone={setEmail} />;
  const take = async (code: string) => {
    const taken = await confirmed(code);
    if (taken !== undefined) setEmail(taken);
    return taken !== undefined;
  };
  return <EnterCode isUsable={take} onCode={() => undefined} />;
}

/** @returns the address that is valid now; undefined if the token does not work */
async function confirmed(token: string): Promise<string | undefined> {
  try {
    return await confirmNewEmail(token);
  } catch (error) {
    if (error instanceof ApiError && error.code === "EMAIL_CHANGE_INVALID") return undefined;
    throw error;
  }
}

/** Requires a press, because programs that scan email follow links, too. */
function Confirm({
  token,
  onDone,
}: {
  readonly token: string;
  readonly onDone: (email: string) => void;
}) {
  const text = useText();
  const { t } = text;
  const [isBusy, setIsBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const confirm = async () => {
    setIsBusy(true);
    try {
      const email = await confirmed(token);
      if (email === undefined) setFault(t("account.confirm_invalid"));
      else onDone(email);
    } catch (error) {
      setFault(refusalText(error, text));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <AccountFrame title={t("account.confirm_title")} text={fault ?? t("account.confirm_text")}>
      <Button kind="primary" size="large" wide busy={isBusy} onClick={() => void confirm()}>
        {t("account.confirm")}
      </Button>
    </AccountFrame>
  );
}

function Done({ email }: { readonly email: string }) {
  const { t } = useText();
  return (
    <AccountFrame
      title={t("account.confirmed_title")}
      text={t("account.confirmed_text", { email })}
    >
      <Button kind="primary" size="large" href="/">
        {t("account.code_next")}
      </Button>
    </AccountFrame>
  );
}

import { Dialog, Text } from "@wordloom/ui";
import { useObservable } from "@wordloom/web/state";
import { signIn, signOut } from "../../server-state/sign-in.ts";
import { useText } from "../../text/use-text.ts";
import { SignInForm } from "../sign-in/sign-in-form.tsx";

/** The session ended while the console was in use; everything below it stays unchanged. */
export function EndedSignIn() {
  const { t } = useText();
  const state = useObservable(signIn);
  if (state.kind !== "ended") return null;
  return (
    <Dialog open onClose={() => void signOut()} title={t("account.ended_title")}>
      <Text tone="soft">{t("account.ended_text")}</Text>
      <SignInForm email={state.admin.email} />
    </Dialog>
  );
}

import { Button, Notice, Stack } from "@wordloom/ui";
import { useObservable } from "@wordloom/web/state";
import { connection } from "@wordloom/web";
import { AccountFrame } from "../../features/account/account-frame.tsx";
import { signIn } from "../../server-state/sign-in.ts";
import { useText } from "../../text/use-text.ts";

/** For visitors who are not signed in: what the app is, and the two ways in. */
export function WelcomePage() {
  const { t } = useText();
  const state = useObservable(signIn);
  const isOffline = useObservable(connection) === "offline";
  const because = state.kind === "out" ? state.because : undefined;
  return (
    <AccountFrame title={t("account.welcome_title")} text={t("account.welcome_text")}>
      {because !== undefined && (
        <Notice tone={because === "banned" ? "slip" : "info"}>{t(`account.${because}`)}</Notice>
      )}
      {isOffline && <Notice>{t("account.welcome_offline")}</Notice>}
      <Stack space={1}>
        <Button kind="primary" size="large" wide href={`/register${location.search}`}>
          {t("account.welcome_start")}
        </Button>
        <Button size="large" wide href={`/sign-in${location.search}`}>
          {t("account.welcome_sign_in")}
        </Button>
      </Stack>
    </AccountFrame>
  );
}

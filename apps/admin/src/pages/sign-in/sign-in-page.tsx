import { Text } from "@wordloom/ui";
import { Entrance } from "../../features/sign-in/entrance.tsx";
import { SignInForm } from "../../features/sign-in/sign-in-form.tsx";
import { useText } from "../../text/use-text.ts";

/** For administrators; learners have a page of their own. */
export function SignInPage() {
  const { t } = useText();
  return (
    <Entrance title={t("account.sign_in_title")}>
      <SignInForm />
      <Text tone="soft" size="small">
        {t("account.lost_password")}
      </Text>
    </Entrance>
  );
}

import {
  brokenPasswordRules,
  emailFault,
  usernameFault,
  type AccountFault,
} from "./account-rules.ts";
import type { Translator } from "../../text/use-text.ts";

/** The rules of an account as messages for form fields. */
export function accountChecks({ t }: Translator) {
  const say = (fault: AccountFault | undefined) =>
    fault === undefined ? undefined : t(`account.fault_${fault}`);
  return {
    email: (text: string) => say(emailFault(text)),
    username: (text: string) => say(usernameFault(text)),
    given: (text: string) => say(text === "" ? "empty" : undefined),
    newPassword: (text: string) =>
      brokenPasswordRules(text).length === 0 ? undefined : t("account.fault_password"),
  };
}

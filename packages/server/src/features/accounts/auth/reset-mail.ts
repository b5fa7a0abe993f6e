import type { Language } from "@wordloom/contract";
import type { Mail } from "../../../platform/outside/mail.ts";
import { publicLink } from "../../../platform/settings/public-link.ts";
import type { Settings } from "../../../platform/settings/settings.ts";
import { textIn } from "../texts/texts.ts";

/**
 * The mail with a reset token, in the learner's language. If the service has no public address, the
 * mail contains only the token, to be typed in. The token follows `#`, so that it does not appear
 * in the log of any server or proxy.
 */
export function resetMail(
  settings: Pick<Settings, "BASE_PATH" | "PUBLIC_URL">,
  user: { email: string; username: string; language: Language },
  token: string,
): Mail {
  const { email, username: name, language } = user;
  const link = publicLink(settings, `/reset-password#token=${token}`);
  return {
    to: email,
    language,
    subject: textIn(language, "reset_mail.subject", {}),
    text:
      link === undefined
        ? textIn(language, "reset_mail.with_token", { name, token })
        : textIn(language, "reset_mail.with_link", { name, link }),
  };
}

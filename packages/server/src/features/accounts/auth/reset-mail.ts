import type { Mail } from "../../../platform/outside/mail.ts";
import type { Settings } from "../../../platform/settings/settings.ts";

/** The token follows `#`, so that it does not appear in any server's log. */
export function resetMail(
  settings: Pick<Settings, "PUBLIC_URL">,
  user: { email: string; username: string },
  token: string,
): Mail {
  const address = settings.PUBLIC_URL;
  const how =
    address === undefined
      ? `Enter this token in the app:\n\n${token}`
      : `Open this link to choose a new one:\n\n${address}/reset-password#token=${token}`;
  const paragraphs = [
    `Hello ${user.username},`,
    `someone, probably you, asked to reset your password. ${how}`,
    "It works once, for a limited time. If this was not you, ignore this mail: nothing changed.",
  ];
  return {
    to: user.email,
    subject: "Reset your Wordloom password",
    text: `${paragraphs.join("\n\n")}\n`,
  };
}

import type { Mail } from "../../platform/mail.ts";
import type { Settings } from "../../platform/settings.ts";

/** The token stands behind `#`, so that no server on the way writes it into its log. */
export function resetMail(
  settings: Pick<Settings, "PUBLIC_URL">,
  user: { email: string; username: string },
  token: string,
): Mail {
  const address = settings.PUBLIC_URL;
  const how =
    address === undefined
      ? `Enter this token where you asked for it:\n\n${token}`
      : `Open this address to choose a new one:\n\n${address}/reset-password#token=${token}`;
  const paragraphs = [
    `Hello ${user.username},`,
    `somebody, probably you, asked to reset your password. ${how}`,
    "It works once, for a limited time. If you did not ask, ignore this mail: nothing has changed.",
  ];
  return {
    to: user.email,
    subject: "Reset your Wordloom password",
    text: `${paragraphs.join("\n\n")}\n`,
  };
}

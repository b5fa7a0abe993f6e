import type { Settings } from "../settings/settings.ts";

export interface Mail {
  readonly to: string;
  /** Primary subtag of the language it is written in, for readers and for reading aloud. */
  readonly language: string;
  readonly subject: string;
  readonly text: string;
}

/** Maximum time for a mail server to answer. */
const TIMEOUT_MS = 10_000;

/**
 * Sends an e-mail through the operator's server. Does nothing if SMTP_URL is not set.
 *
 * @throws Error when the server cannot be reached or refuses
 */
export async function sendMail(
  settings: Pick<Settings, "SMTP_URL" | "SMTP_FROM">,
  mail: Mail,
): Promise<void> {
  if (settings.SMTP_URL === undefined) return;
  // Loaded on first use: most installations send no mail, and all of them should start fast.
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({
    url: settings.SMTP_URL,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  try {
    const { language, ...letter } = mail;
    const from = settings.SMTP_FROM ?? "wordloom@localhost";
    await transport.sendMail({ from, ...letter, headers: { "Content-Language": language } });
  } finally {
    transport.close();
  }
}

import type { Settings } from "../settings/settings.ts";

export interface Mail {
  readonly to: string;
  /** Primary subtag of the mail's language, for readers and screen readers. */
  readonly language: string;
  readonly subject: string;
  readonly text: string;
}

/** The sender unless SMTP_FROM names one; most mail servers refuse it. */
export const SENDER_UNSET = "wordloom@localhost";

/** Maximum time for a mail server to answer. */
const TIMEOUT_MS = 10_000;
/**
 * Maximum time for the whole conversation: a server that trickles never exceeds the other limit.
 */
const TOTAL_MS = 60_000;

/** Whether the service sends mails without a sender of its own, because SMTP_FROM is not set. */
export function lacksSender({
  SMTP_FROM,
  SMTP_URL,
}: Pick<Settings, "SMTP_FROM" | "SMTP_URL">): boolean {
  return SMTP_URL !== undefined && SMTP_FROM === undefined;
}

/**
 * Sends an e-mail through the operator's server. Does nothing if SMTP_URL is not set. Uses TLS if
 * the server offers it, and checks the certificate unless SMTP_URL says otherwise.
 *
 * @throws Error if the server cannot be reached or refuses
 */
export async function sendMail(
  settings: Pick<Settings, "SMTP_URL" | "SMTP_FROM">,
  mail: Mail,
  totalMs = TOTAL_MS,
): Promise<void> {
  if (settings.SMTP_URL === undefined) return;
  // Loaded on first use, because most installations send no mail and all should start fast.
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({
    url: settings.SMTP_URL,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  const signal = AbortSignal.timeout(totalMs);
  try {
    const { language, ...letter } = mail;
    const from = settings.SMTP_FROM ?? SENDER_UNSET;
    const headers = { "Content-Language": language };
    await transport.sendMail({ from, ...letter, headers, signal });
  } catch (cause) {
    if (!signal.aborted) throw cause;
    throw new Error(`The mail server did not finish within ${totalMs / 1_000} s.`, { cause });
  } finally {
    transport.close();
  }
}

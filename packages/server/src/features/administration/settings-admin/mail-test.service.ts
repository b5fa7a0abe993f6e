import type { Deps } from "../../../deps.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import { messageOf } from "../../../platform/basics/thrown.ts";
import type { Admin } from "../../../platform/identity/actor.ts";
import { sendMail } from "../../../platform/outside/mail.ts";
import { writeAudit } from "../../accounts/audit/audit.service.ts";
import { transact } from "../../../platform/database/transaction.ts";

type Needs = Pick<Deps, "clock" | "database" | "log" | "settings">;

const REASON_LENGTH_MAX = 300;

/**
 * Sends a test mail through the mail server of the environment.
 *
 * @throws AppError SMTP_NOT_CONFIGURED; SMTP_FAILED with the reason, if the server cannot be
 *   reached or refuses
 */
export async function sendTestMail(needs: Needs, by: Admin, to: string): Promise<void> {
  const { clock, database, log, settings } = needs;
  if (settings.SMTP_URL === undefined) refuse("SMTP_NOT_CONFIGURED");
  try {
    await sendMail(settings, {
      to,
      language: "en",
      subject: "Test mail of Wordloom",
      text: "This mail was sent to test the mail server of Wordloom. Nothing needs to be done.\n",
    });
  } catch (cause) {
    log.warn({ cause }, "the test mail could not be sent");
    const reason = messageOf(cause).slice(0, REASON_LENGTH_MAX);
    refuse("SMTP_FAILED", `The mail server did not accept the mail: ${reason}`);
  }
  await transact(database, async (tx) => {
    const atMs = clock.nowMs();
    const target = { type: "settings", id: "mail" } as const;
    await writeAudit(tx, { action: "settings.smtp_test", by, target, atMs, metadata: { to } });
  });
}

import type { Deps } from "../../../deps.ts";
import { sendMail } from "../../../platform/outside/mail.ts";
import { publicLink } from "../../../platform/settings/public-link.ts";
import { listSuperAdminAddresses } from "./admin-notices.repo.ts";

/** The parts of a notice that are mailed. */
interface Letter {
  readonly title: string;
  readonly message: string;
  /** A path of the console. */
  readonly link?: string;
}

/**
 * Mails a notice to all super administrators, if SMTP_URL is set. A refused address does
 * not affect the others.
 */
export async function mailNotice(
  needs: Pick<Deps, "database" | "log" | "settings">,
  { title, message, link }: Letter,
): Promise<void> {
  const { settings } = needs;
  if (settings.SMTP_URL === undefined) return;
  const screen = link?.startsWith("/") ? publicLink(settings, `/admin${link}`) : undefined;
  const text = [message, ...(screen === undefined ? [] : ["", screen]), ""].join("\n");
  for (const to of await listSuperAdminAddresses(needs.database)) {
    try {
      await sendMail(settings, { to, language: "en", subject: `Wordloom: ${title}`, text });
    } catch (cause) {
      needs.log.error({ cause }, "a notice could not be mailed to an administrator");
    }
  }
}

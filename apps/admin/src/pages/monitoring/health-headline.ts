import type { MonitoringHealth } from "@wordloom/contract";
import { sentenceText } from "../../features/sentences/sentence-text.ts";
import type { Translator } from "../../text/use-text.ts";

type Judged = Pick<MonitoringHealth, "reasonDetails" | "reasons" | "services" | "status">;
type ReasonCode = NonNullable<MonitoringHealth["reasonDetails"]>[number]["code"];

/** Reasons that the state of no part mentions. */
const OF_NO_PART: ReadonlySet<ReasonCode> = new Set([
  "disk_full",
  "database_read_only",
  "requests_failing",
  "outbox_unreadable",
  "disk_nearly_full",
]);

/** Why the service is not well, apart from its parts. */
export function reasonsOfNoPart(
  { reasons, reasonDetails }: Pick<Judged, "reasonDetails" | "reasons">,
  text: Translator,
): string[] {
  return (reasonDetails ?? []).flatMap((reason, at) =>
    OF_NO_PART.has(reason.code) ? [sentenceText("health", reason, reasons?.[at] ?? "", text)] : [],
  );
}

/**
 * The headline: the one thing that needs attention, or the number of such things. What stops the
 * service comes first.
 */
export function healthHeadline(health: Judged, text: Translator): string {
  const { t } = text;
  const { services, status } = health;
  const reasons = reasonsOfNoPart(health, text);
  const ailing = Object.entries(services)
    .filter(([, { healthy }]) => !healthy)
    .map(([name, { detail, ...sentence }]) =>
      t("monitoring.ails", {
        name: t(`monitoring.service_${name as "database"}`),
        detail: sentenceText("part", sentence, detail, text),
      }),
    );
  const [first, ...others] = [...reasons, ...ailing];
  if (first === undefined) return t(status === "ok" ? "monitoring.well" : "monitoring.not_well");
  const isAlone = others.length === 0 || (status === "down" && reasons.length > 0);
  return isAlone ? first : t("monitoring.several_ail", { count: others.length + 1 });
}

import type { MonitoringHealth } from "@wordloom/contract";
import { sentenceText } from "../../features/sentences/sentence-text.ts";
import type { Translator } from "../../text/use-text.ts";

type Judged = Pick<MonitoringHealth, "services" | "status">;

/** The headline: the one part that needs attention, or the number of such parts. */
export function healthHeadline({ services, status }: Judged, text: Translator): string {
  const { t } = text;
  const ailing = Object.entries(services).filter(([, { healthy }]) => !healthy);
  const [first] = ailing;
  if (first === undefined) return t(status === "ok" ? "monitoring.well" : "monitoring.not_well");
  const [name, { detail, ...sentence }] = first;
  return ailing.length === 1
    ? t("monitoring.ails", {
        name: t(`monitoring.service_${name as "database"}`),
        detail: sentenceText("part", sentence, detail, text),
      })
    : t("monitoring.several_ail", { count: ailing.length });
}

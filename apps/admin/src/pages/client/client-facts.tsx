import { Anchor } from "@wordloom/ui";
import type { ClientDetail } from "@wordloom/contract";
import { readLearner } from "virtual:endpoints";
import { deviceHref } from "../../features/devices/device-href.ts";
import { riskText } from "../../features/devices/risk-text.ts";
import { Facts } from "../../features/facts/facts.tsx";
import { useRead } from "../../server-state/use-read.ts";
import { useText, type Translator } from "../../text/use-text.ts";

/** The facts that the service itself knows about a device. */
export function ClientFacts({ device }: { readonly device: ClientDetail }) {
  const text = useText();
  const { t, number } = text;
  const { userId, connectionCount, banReason, riskRelatedDevice: related } = device;
  return (
    <Facts
      rows={[
        [t("clients.id"), device.deviceId],
        [t("clients.owner"), userId === null ? t("clients.no_owner") : <Owner id={userId} />],
        [t("clients.seen"), timeOf(device.lastSeenAt, text)],
        [t("clients.first_seen"), timeOf(device.firstSeenAt, text)],
        [t("clients.streams"), number(connectionCount)],
        [t("clients.banned_since"), timeOf(device.bannedAt, text)],
        [t("clients.ban_reason"), banReason],
        [t("clients.flagged_because"), riskOf(device, text)],
        [t("clients.flagged_since"), timeOf(device.riskFlaggedAt, text)],
        [
          t("clients.related"),
          related !== null && <Anchor href={deviceHref(related)}>{related}</Anchor>,
        ],
      ]}
    />
  );
}

function timeOf(at: string | null, { date }: Translator): string | null {
  return at === null ? null : date(at, { dateStyle: "medium", timeStyle: "short" });
}

function riskOf({ riskReason, riskRelatedDevice }: ClientDetail, text: Translator) {
  return riskReason === null ? null : riskText({ riskReason, riskRelatedDevice }, text);
}

/** The owner's name if known; the account may have been deleted. */
function Owner({ id }: { readonly id: string }) {
  const learner = useRead(readLearner, { params: { id } });
  return <Anchor href={`/users/${id}`}>{learner.data?.username ?? id}</Anchor>;
}

import { Button, Row } from "@wordloom/ui";
import type { ClientDetail } from "@wordloom/contract";
import { clearClientFlag, unbanClient } from "virtual:endpoints";
import { useState } from "react";
import { useAct } from "../../features/acts/use-act.ts";
import { useText } from "../../text/use-text.ts";
import { BanClient } from "./ban-client.tsx";

/** An administrator's acts on a device. */
export function ClientActs({ device }: { readonly device: ClientDetail }) {
  const { t } = useText();
  const [isBanning, setBanning] = useState(false);
  const params = { id: device.deviceId };
  const unban = useAct(unbanClient, {
    done: ({ clearedRelated }) => t("clients.unbanned", { flags: clearedRelated }),
  });
  const clear = useAct(clearClientFlag, { done: () => t("clients.cleared") });
  return (
    <Row>
      {device.riskReason !== null && (
        <Button busy={clear.busy} onClick={() => clear.run({ params })}>
          {t("clients.clear")}
        </Button>
      )}
      {device.isBanned ? (
        <Button busy={unban.busy} onClick={() => unban.run({ params })}>
          {t("clients.unban")}
        </Button>
      ) : (
        <Button kind="danger" onClick={() => setBanning(true)}>
          {t("clients.ban")}
        </Button>
      )}
      {isBanning && <BanClient device={device} onClose={() => setBanning(false)} />}
    </Row>
  );
}

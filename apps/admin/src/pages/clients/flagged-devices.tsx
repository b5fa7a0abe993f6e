import { Button, Empty, List, ListRow, Stack, Text } from "@wordloom/ui";
import type { FlaggedClient } from "@wordloom/contract";
import { Loaded, useNowMs } from "@wordloom/web";
import { clearClientFlag, listFlaggedClients } from "virtual:endpoints";
import { useAct } from "../../features/acts/use-act.ts";
import { deviceHref } from "../../features/devices/device-href.ts";
import { platformName } from "../../features/devices/platform-name.ts";
import { riskText } from "../../features/devices/risk-text.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";

/** Devices that may belong to a banned person; a person decides. */
export function FlaggedDevices() {
  const { t } = useText();
  const flagged = useRead(listFlaggedClients);
  return (
    <Loaded of={flagged} failed={t("clients.failed")}>
      {({ flagged: devices }) =>
        devices.length === 0 ? (
          <Empty heading={t("clients.none_flagged")} text={t("clients.none_flagged_text")} />
        ) : (
          <Stack space={2}>
            <Text tone="soft">{t("clients.flagged_text")}</Text>
            <List keyboard>
              {devices.map((device) => (
                <FlaggedRow key={device.deviceId} device={device} />
              ))}
            </List>
          </Stack>
        )
      }
    </Loaded>
  );
}

function FlaggedRow({ device }: { readonly device: FlaggedClient }) {
  const text = useText();
  const { t, sentences, relative } = text;
  const nowMs = useNowMs();
  const { deviceId, riskFlaggedAt, isBanned, platform, appVersion } = device;
  const clear = useAct(clearClientFlag, { done: () => t("clients.cleared") });
  const app = [platformName(platform, text), appVersion].filter(Boolean).join(" ");
  return (
    <ListRow
      href={deviceHref(deviceId)}
      detail={sentences([
        riskText(device, text),
        t("clients.flagged_when", { when: relative(riskFlaggedAt, nowMs), app }),
        ...(isBanned ? [t("clients.is_banned")] : []),
      ])}
      end={
        <Button
          size="small"
          busy={clear.busy}
          onClick={() => clear.run({ params: { id: deviceId } })}
          aria-label={t("clients.clear_of", { device: deviceId })}
        >
          {t("clients.clear")}
        </Button>
      }
    >
      {deviceId}
    </ListRow>
  );
}

import { Stack } from "@wordloom/ui";
import { Loaded } from "@wordloom/web";
import type { PackChannel } from "@wordloom/contract";
import { activatePack, deactivatePack, readPackSummary } from "virtual:endpoints";
import { ActDialog } from "../../features/acts/act-dialog.tsx";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import { channelsOf, isNewer, type AdminPack, type AdminPackVersion } from "./board.ts";

/** The act on a version that is about to be confirmed. */
export type PackAct =
  | { readonly kind: "activate"; readonly version: AdminPackVersion; readonly channel: PackChannel }
  | { readonly kind: "withdraw"; readonly version: AdminPackVersion };

interface DialogProps {
  readonly pack: AdminPack;
  readonly version: AdminPackVersion;
  readonly onClose: () => void;
}

/** Puts a version in force, after saying whom it reaches and what it replaces. */
export function ActivateDialog({
  pack: { packId, active },
  version: { version },
  channel,
  onClose,
}: DialogProps & { readonly channel: PackChannel }) {
  const { t } = useText();
  const name = t(`resource-packs.channel_${channel}`);
  const before = active[channel];
  return (
    <ActDialog
      act={activatePack}
      input={{ params: { pack_id: packId, channel }, body: { version } }}
      done={({ audienceClients }) =>
        t("resource-packs.activated", { version, channel: name, clients: audienceClients })
      }
      onClose={onClose}
      title={t("resource-packs.activate_title", { version, channel: name })}
      confirmLabel={t("resource-packs.activate")}
    >
      <Stack space={2}>
        <Reach />
        {before !== null && (
          <p>
            {t(isNewer(version, before) ? "resource-packs.replaces" : "resource-packs.goes_back", {
              before,
            })}
          </p>
        )}
        <p>{t("resource-packs.told_once")}</p>
      </Stack>
    </ActDialog>
  );
}

/** How many apps are notified immediately. */
function Reach() {
  const { t } = useText();
  const summary = useRead(readPackSummary);
  return (
    <Loaded of={summary} failed={t("resource-packs.figures_failed")}>
      {({ onlineClients }) => <p>{t("resource-packs.reach", { clients: onlineClients })}</p>}
    </Loaded>
  );
}

/** Permanently removes a version from every channel; its name must be typed. */
export function WithdrawDialog({ pack, version, onClose }: DialogProps) {
  const { t, list } = useText();
  const { packId } = pack;
  const { version: name } = version;
  const channels = channelsOf(pack, version).map((channel) =>
    t(`resource-packs.channel_${channel}`),
  );
  return (
    <ActDialog
      act={deactivatePack}
      input={{ params: { pack_id: packId, version: name } }}
      done={() => t("resource-packs.withdrawn", { version: name })}
      danger
      onClose={onClose}
      title={t("resource-packs.withdraw_title", { version: name })}
      confirmLabel={t("resource-packs.withdraw_now")}
      typed={{ label: t("resource-packs.withdraw_typed", { version: name }), text: name }}
    >
      <Stack space={2}>
        <p>
          {channels.length === 0
            ? t("resource-packs.withdraw_unused")
            : t("resource-packs.withdraw_channels", {
                channels: list(channels),
                count: channels.length,
              })}
        </p>
        <p>{t("resource-packs.withdraw_text")}</p>
      </Stack>
    </ActDialog>
  );
}

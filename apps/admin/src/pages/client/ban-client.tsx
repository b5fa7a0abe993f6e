import { Stack, TextField } from "@wordloom/ui";
import type { ClientDetail } from "@wordloom/contract";
import { banClient } from "virtual:endpoints";
import { useState } from "react";
import { ActDialog } from "../../features/acts/act-dialog.tsx";
import { useText } from "../../text/use-text.ts";

const REASON_MAX = 500;

interface BanProps {
  readonly device: ClientDetail;
  readonly onClose: () => void;
}

/** Says first what the ban ends: the open pages, and all later requests of the device. */
export function BanClient({ device: { deviceId, connectionCount }, onClose }: BanProps) {
  const { t } = useText();
  const [reason, setReason] = useState("");
  const body = { reason: reason.trim() === "" ? null : reason };
  return (
    <ActDialog
      act={banClient}
      input={{ params: { id: deviceId }, body }}
      done={({ flaggedRelated }) => t("clients.ban_done", { flagged: flaggedRelated })}
      danger
      onClose={onClose}
      title={t("clients.ban_title")}
      confirmLabel={t("clients.ban_now")}
    >
      <Stack space={2}>
        <p>{t("clients.ban_reach", { streams: connectionCount })}</p>
        <p>{t("clients.ban_flags")}</p>
        <TextField
          label={t("clients.ban_reason")}
          hint={t("clients.ban_reason_hint")}
          maxLength={REASON_MAX}
          value={reason}
          onChange={setReason}
        />
      </Stack>
    </ActDialog>
  );
}

import { Checkbox, Stack, toast } from "@wordloom/ui";
import type { BackupEntry } from "@wordloom/contract";
import { restoreBackup } from "virtual:endpoints";
import { useState } from "react";
import { ActDialog } from "../../features/acts/act-dialog.tsx";
import { useText } from "../../text/use-text.ts";
import { BACKUP_TIMEOUT_MS } from "./backup-timeout.ts";

interface RestoreProps {
  readonly backup: BackupEntry;
  readonly onClose: () => void;
}

/**
 * Says what would be lost, and requires typing the name: only the backup made before the restore
 * can undo it.
 */
export function RestoreBackup({ backup: { name, createdAt }, onClose }: RestoreProps) {
  const { t, date } = useText();
  const [force, setForce] = useState(false);
  const time = date(createdAt, { dateStyle: "long", timeStyle: "short" });
  return (
    <ActDialog
      act={restoreBackup}
      input={{ params: { name }, body: { confirmName: name, force } }}
      done={() => t("backups.restored", { name })}
      onDone={({ restartRecommended }) => {
        if (restartRecommended) toast({ text: t("backups.restart"), tone: "slip" });
        onClose();
      }}
      timeoutMs={BACKUP_TIMEOUT_MS}
      danger
      onClose={onClose}
      title={t("backups.restore_title", { name })}
      confirmLabel={t("backups.restore_now")}
      typed={{ label: t("backups.restore_typed"), text: name }}
    >
      <Stack space={2}>
        <p>{t("backups.restore_text", { time })}</p>
        <Checkbox label={t("backups.restore_force")} checked={force} onChange={setForce} />
      </Stack>
    </ActDialog>
  );
}

import { Checkbox, ConfirmDialog, Notice, Stack, toast } from "@wordloom/ui";
import type { BackupEntry } from "@wordloom/contract";
import { restoreBackup } from "virtual:endpoints";
import { useState } from "react";
import { useAct } from "../../features/acts/use-act.ts";
import { useText } from "../../text/use-text.ts";
import { BACKUP_TIMEOUT_MS } from "./backup-timeout.ts";

interface RestoreProps {
  readonly backup: BackupEntry;
  readonly onClose: () => void;
}

/** Says what would be lost, and has the name typed: the only way back is the backup it makes. */
export function RestoreBackup({ backup: { name, createdAt }, onClose }: RestoreProps) {
  const { t, date } = useText();
  const [force, setForce] = useState(false);
  const act = useAct(restoreBackup, {
    showsRefusals: true,
    done: () => t("backups.restored", { name }),
    onDone({ restartRecommended }) {
      if (restartRecommended) toast({ text: t("backups.restart"), tone: "slip" });
      onClose();
    },
    timeoutMs: BACKUP_TIMEOUT_MS,
  });
  const time = date(createdAt, { dateStyle: "long", timeStyle: "short" });
  return (
    <ConfirmDialog
      open
      danger
      onClose={onClose}
      title={t("backups.restore_title", { name })}
      confirmLabel={t("backups.restore")}
      cancelLabel={t("common.cancel")}
      typed={{ label: t("backups.restore_typed"), text: name }}
      busy={act.busy}
      onConfirm={() => act.run({ params: { name }, body: { confirmName: name, force } })}
      error={act.refusal !== undefined && <Notice tone="slip">{act.refusal}</Notice>}
    >
      <Stack space={2}>
        <p>{t("backups.restore_text", { time })}</p>
        <Checkbox label={t("backups.restore_force")} checked={force} onChange={setForce} />
      </Stack>
    </ConfirmDialog>
  );
}

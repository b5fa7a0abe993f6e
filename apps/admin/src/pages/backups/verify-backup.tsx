import { Dialog, ErrorState, List, ListRow, Notice, Spinner, Stack } from "@wordloom/ui";
import type { BackupEntry, BackupVerification } from "@wordloom/contract";
import { verifyBackup } from "virtual:endpoints";
import { useEffect, useEffectEvent, useState } from "react";
import { useAct } from "../../features/acts/use-act.ts";
import { sentenceText } from "../../features/sentences/sentence-text.ts";
import { useText } from "../../text/use-text.ts";
import { BACKUP_TIMEOUT_MS } from "./backup-timeout.ts";

interface VerifyProps {
  readonly backup: BackupEntry;
  readonly onClose: () => void;
}

/** Reads a backup in full, and reports the result. */
export function VerifyBackup({ backup: { name }, onClose }: VerifyProps) {
  const { t } = useText();
  const [found, setFound] = useState<BackupVerification>();
  const act = useAct(verifyBackup, {
    showsRefusals: true,
    onDone: setFound,
    timeoutMs: BACKUP_TIMEOUT_MS,
  });
  const begin = useEffectEvent(() => act.run({ params: { name } }));
  useEffect(() => begin(), []);
  return (
    <Dialog open onClose={onClose} title={t("backups.checks", { name })}>
      {act.refusal !== undefined && (
        <ErrorState heading={act.refusal} text="" onRetry={() => act.run({ params: { name } })} />
      )}
      {found === undefined && act.refusal === undefined && <Spinner label={t("backups.making")} />}
      {found !== undefined && <Found found={found} />}
    </Dialog>
  );
}

function Found({ found: { ok, checks } }: { readonly found: BackupVerification }) {
  const text = useText();
  const { t } = text;
  return (
    <Stack space={2}>
      <Notice tone={ok ? "firm" : "slip"} announce>
        {t(ok ? "backups.all_good" : "backups.bad")}
      </Notice>
      <List>
        {checks.map((check) => (
          <ListRow
            key={check.name}
            detail={sentenceText("backup", check, check.detail, text)}
            end={t(check.ok ? "backups.verified" : "backups.damaged")}
            tone={check.ok ? "firm" : "slip"}
          >
            {t(`backups.check_${check.name}`)}
          </ListRow>
        ))}
      </List>
    </Stack>
  );
}

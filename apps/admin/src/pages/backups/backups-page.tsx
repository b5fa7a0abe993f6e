import { Button, Empty, Headline, Notice, Row, SkeletonRows, Stack, Text } from "@wordloom/ui";
import type { BackupList } from "@wordloom/contract";
import { Reading } from "@wordloom/web";
import { createBackup, listBackups } from "virtual:endpoints";
import { useAct } from "../../features/acts/use-act.ts";
import { lastBackupText } from "../../features/last-backup/last-backup-text.ts";
import { bytesText } from "../../features/units/bytes-text.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import { BackupTable } from "./backup-table.tsx";
import { BACKUP_TIMEOUT_MS } from "./backup-timeout.ts";

/** Whether the installation could be restored, and from which backup. */
export function BackupsPage() {
  const { t } = useText();
  const backups = useRead(listBackups);
  const make = useAct(createBackup, {
    done: ({ name }) => t("backups.made", { name }),
    timeoutMs: BACKUP_TIMEOUT_MS,
  });
  return (
    <Reading query={backups} level={1} heading={t("backups.failed")} skeleton={<SkeletonRows />}>
      {(list) => (
        <Stack space={3}>
          <Head list={list} />
          <Row>
            <Button kind="primary" busy={make.busy} onClick={() => make.run({})}>
              {t("backups.make")}
            </Button>
            {make.busy && <Text tone="soft">{t("backups.making")}</Text>}
          </Row>
          {list.backups.length === 0 ? (
            <Empty heading={t("backups.none")} text={t("backups.none_text")} />
          ) : (
            <BackupTable backups={list.backups} />
          )}
        </Stack>
      )}
    </Reading>
  );
}

function Head({ list }: { readonly list: BackupList }) {
  const { backups, lastBackup, totalBytes, thresholdBytes } = list;
  const text = useText();
  const { t, number } = text;
  const size = bytesText(totalBytes, number);
  return (
    <header>
      <Text tone="soft" size="small">
        {t("backups.total", { count: backups.length, size })}
      </Text>
      <Headline>{lastBackupText(lastBackup, text)}</Headline>
      {totalBytes > thresholdBytes && (
        <Notice tone="slip">
          {t("backups.many", { size: bytesText(thresholdBytes, number) })}
        </Notice>
      )}
    </header>
  );
}

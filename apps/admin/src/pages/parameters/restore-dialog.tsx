import { Stack, TextArea } from "@wordloom/ui";
import { Loaded } from "@wordloom/web";
import { previewEngineConfig, readEngineVersion, restoreEngineVersion } from "virtual:endpoints";
import { useState } from "react";
import { ActDialog } from "../../features/acts/act-dialog.tsx";
import { ChangeList } from "../../features/engine-config/change-list.tsx";
import { shortHash, type EngineVersion } from "../../features/engine-config/version-text.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";

interface RestoreProps {
  readonly version: EngineVersion;
  readonly onClose: () => void;
}

/** The changes that restoring an earlier version would make. */
export function RestoreDialog({ version: { version_hash: hash }, onClose }: RestoreProps) {
  const { t } = useText();
  const [note, setNote] = useState("");
  return (
    <ActDialog
      act={restoreEngineVersion}
      input={{ params: { hash }, body: note.trim() === "" ? {} : { note: note.trim() } }}
      done={({ versionHash }) => t("parameters.restored", { hash: shortHash(versionHash) })}
      onClose={onClose}
      title={t("parameters.restore_title", { hash: shortHash(hash) })}
      confirmLabel={t("parameters.restore")}
    >
      <Stack space={2}>
        <Reach hash={hash} />
        <TextArea
          label={t("parameters.note")}
          rows={2}
          maxLength={1_000}
          value={note}
          onChange={setNote}
        />
      </Stack>
    </ActDialog>
  );
}

function Reach({ hash }: { readonly hash: string }) {
  const { t } = useText();
  const version = useRead(readEngineVersion, { params: { hash } });
  const config = version.data?.snapshot_json;
  const impact = useRead(
    previewEngineConfig,
    { body: { config: config as never } },
    { enabled: config !== undefined },
  );
  return (
    <Loaded of={impact} failed={t("parameters.effects_failed")}>
      {({ changes }) => (
        <Stack space={2}>
          <p>{t("parameters.restore_text", { count: changes.length })}</p>
          {changes.length > 0 && <ChangeList changes={changes} />}
        </Stack>
      )}
    </Loaded>
  );
}

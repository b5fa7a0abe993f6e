import { ConfirmDialog, Notice, Stack, TextArea } from "@wordloom/ui";
import { Loaded } from "@wordloom/web";
import { previewEngineConfig, readEngineVersion, restoreEngineVersion } from "virtual:endpoints";
import { useState } from "react";
import { useAct } from "../../features/acts/use-act.ts";
import { ChangeList } from "../../features/engine-config/change-list.tsx";
import { shortHash, type EngineVersion } from "../../features/engine-config/version-text.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";

interface RestoreProps {
  readonly version: EngineVersion;
  readonly onClose: () => void;
}

/** What an earlier version would change, before it becomes the newest. */
export function RestoreDialog({ version: { version_hash: hash }, onClose }: RestoreProps) {
  const { t } = useText();
  const [note, setNote] = useState("");
  const act = useAct(restoreEngineVersion, {
    showsRefusals: true,
    done: ({ versionHash }) => t("parameters.restored", { hash: shortHash(versionHash) }),
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t("parameters.restore_title", { hash: shortHash(hash) })}
      confirmLabel={t("parameters.restore")}
      cancelLabel={t("common.cancel")}
      busy={act.busy}
      onConfirm={() =>
        act.run({ params: { hash }, body: note.trim() === "" ? {} : { note: note.trim() } })
      }
      error={act.refusal !== undefined && <Notice tone="slip">{act.refusal}</Notice>}
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
    </ConfirmDialog>
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

import { Notice, Stack, TextArea } from "@wordloom/ui";
import { Loaded } from "@wordloom/web";
import type { TuningSuggestion } from "@wordloom/contract";
import {
  approveSuggestion,
  previewEngineConfig,
  rejectSuggestion,
  rollBackSuggestion,
} from "virtual:endpoints";
import { useState } from "react";
import { ActDialog } from "../../features/acts/act-dialog.tsx";
import { ChangeList, type ShownChange } from "../../features/engine-config/change-list.tsx";
import { ReachedLearners } from "../../features/engine-config/reached-learners.tsx";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";

const endpoints = {
  approve: approveSuggestion,
  reject: rejectSuggestion,
  rollback: rollBackSuggestion,
} as const;

export type Decision = keyof typeof endpoints;

interface DecisionProps {
  readonly suggestion: TuningSuggestion;
  readonly decision: Decision;
  readonly changes: readonly ShownChange[];
  readonly onClose: () => void;
}

/** The effects of a decision before it is made, with a note for later readers. */
export function DecisionDialog({ suggestion, decision, changes, onClose }: DecisionProps) {
  const { t } = useText();
  const { id, patch_json: patch } = suggestion;
  const [note, setNote] = useState("");
  const body = note.trim() === "" ? {} : { note: note.trim() };
  return (
    <ActDialog
      act={endpoints[decision]}
      input={{ params: { id: String(id) }, body }}
      done={() => t(`advisor.done_${decision}`)}
      onClose={onClose}
      title={t(`advisor.ask_${decision}`, { id })}
      confirmLabel={t(`advisor.${decision}`)}
    >
      <Stack space={2}>
        <p>{t(`advisor.reach_${decision}`)}</p>
        {decision !== "reject" && <ReachedLearners />}
        {decision === "approve" && <Effects patch={patch} />}
        {decision === "rollback" && (
          <ChangeList
            changes={changes.map(({ path, before, after }) => ({
              path,
              before: after,
              after: before,
            }))}
          />
        )}
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

/** The effects of the patch on the current version. */
function Effects({ patch }: { readonly patch: TuningSuggestion["patch_json"] }) {
  const { t } = useText();
  const impact = useRead(previewEngineConfig, { body: { patch: patch as never } });
  return (
    <Loaded of={impact} failed={t("parameters.effects_failed")}>
      {({ changes, faults }) => (
        <Stack space={1}>
          {changes.length > 0 && <ChangeList changes={changes} />}
          {faults.map(({ path, rule }) => (
            <Notice key={path + rule} tone="slip">
              <code>{path}</code> {t("parameters.refused_value", { rule })}
            </Notice>
          ))}
        </Stack>
      )}
    </Loaded>
  );
}

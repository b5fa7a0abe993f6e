import { Stack, TextField } from "@wordloom/ui";
import { Loaded } from "@wordloom/web";
import { banLearner, readLearnerExtras } from "virtual:endpoints";
import { useState } from "react";
import { ActDialog } from "../../features/acts/act-dialog.tsx";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import type { LearnerDialogProps } from "./learner-dialog.ts";

/** Says first what the ban ends: sign-ins, open pages, devices. */
export function BanDialog({ learner: { id, username: name }, onClose }: LearnerDialogProps) {
  const { t } = useText();
  const [reason, setReason] = useState("");
  const reach = useRead(readLearnerExtras, { params: { id } });
  const body = { reason: reason.trim() === "" ? null : reason };
  return (
    <ActDialog
      act={banLearner}
      input={{ params: { id }, body }}
      done={({ sessionsRevoked }) => t("learners.ban_done", { name, sessions: sessionsRevoked })}
      danger
      onClose={onClose}
      title={t("learners.ban_title", { name })}
      confirmLabel={t("learners.ban_now")}
    >
      <Stack space={2}>
        <Loaded of={reach} failed={t("learners.reach_failed")}>
          {({ sessions, openStreams, devices }) => (
            <p>{t("learners.ban_reach", { sessions: sessions.length, openStreams, devices })}</p>
          )}
        </Loaded>
        <TextField
          label={t("learners.ban_reason")}
          hint={t("learners.ban_reason_hint")}
          maxLength={500}
          value={reason}
          onChange={setReason}
        />
      </Stack>
    </ActDialog>
  );
}

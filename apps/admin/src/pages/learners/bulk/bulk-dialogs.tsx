import { TextField } from "@wordloom/ui";
import type { LearnerRole } from "@wordloom/contract";
import {
  banLearners,
  deleteLearners,
  previewLearnersBan,
  resetLearnerPasswords,
  setLearnerRoles,
  unbanLearners,
} from "virtual:endpoints";
import { Loaded } from "@wordloom/web";
import { useState } from "react";
import { ActDialog } from "../../../features/acts/act-dialog.tsx";
import { useRead } from "../../../server-state/use-read.ts";
import { useText } from "../../../text/use-text.ts";
import { Reach, useBulkQuestion, type BulkDialogProps } from "./bulk-question.tsx";

const REASON_MAX = 500;

const idsOf = ({ chosen }: BulkDialogProps) => chosen.map(({ id }) => id);

/** The reason is recorded in the audit entry of each learner. */
export function BanThem(props: BulkDialogProps) {
  const { t } = useText();
  const [reason, setReason] = useState("");
  const body = { userIds: idsOf(props), reason: reason.trim() === "" ? null : reason };
  return (
    <ActDialog act={banLearners} input={{ body }} danger {...useBulkQuestion("ban", props)}>
      <Reach kind="ban" chosen={props.chosen}>
        <BanReach userIds={body.userIds} />
        <TextField
          label={t("learners.ban_reason")}
          hint={t("bulk.reason_hint")}
          maxLength={REASON_MAX}
          value={reason}
          onChange={setReason}
        />
      </Reach>
    </ActDialog>
  );
}

/** What the ban ends for all of them together. */
function BanReach({ userIds }: { readonly userIds: string[] }) {
  const { t } = useText();
  const reach = useRead(previewLearnersBan, { body: { userIds } });
  return (
    <Loaded of={reach} failed={t("learners.reach_failed")}>
      {(sums) => <p>{t("learners.ban_reach", { ...sums })}</p>}
    </Loaded>
  );
}

export function UnbanThem(props: BulkDialogProps) {
  const body = { userIds: idsOf(props) };
  return (
    <ActDialog act={unbanLearners} input={{ body }} {...useBulkQuestion("unban", props)}>
      <Reach kind="unban" chosen={props.chosen} />
    </ActDialog>
  );
}

export function LabelThem(props: BulkDialogProps) {
  return <Role role="staff" {...props} />;
}

export function UnlabelThem(props: BulkDialogProps) {
  return <Role role="user" {...props} />;
}

function Role({ role, ...props }: BulkDialogProps & { readonly role: LearnerRole }) {
  const body = { userIds: idsOf(props), role };
  return (
    <ActDialog act={setLearnerRoles} input={{ body }} {...useBulkQuestion(role, props)}>
      <Reach kind={role} chosen={props.chosen} />
    </ActDialog>
  );
}

export function ResetThem(props: BulkDialogProps) {
  const body = { userIds: idsOf(props) };
  return (
    <ActDialog act={resetLearnerPasswords} input={{ body }} {...useBulkQuestion("reset", props)}>
      <Reach kind="reset" chosen={props.chosen} />
    </ActDialog>
  );
}

/** Irreversible, so the number of learners must be typed. */
export function DeleteThem(props: BulkDialogProps) {
  const { t } = useText();
  const count = props.chosen.length;
  const typed = { label: t("bulk.delete_typed", { count }), text: String(count) };
  const body = { userIds: idsOf(props), confirm: count };
  return (
    <ActDialog
      act={deleteLearners}
      input={{ body }}
      danger
      typed={typed}
      {...useBulkQuestion("delete", props)}
    >
      <Reach kind="delete" chosen={props.chosen} />
    </ActDialog>
  );
}

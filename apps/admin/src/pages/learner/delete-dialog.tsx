import { deleteLearner } from "virtual:endpoints";
import { useLocation } from "wouter";
import { ActDialog } from "../../features/acts/act-dialog.tsx";
import { useText } from "../../text/use-text.ts";
import type { LearnerDialogProps } from "./learner-dialog.ts";

/** Irreversible, so the email address must be typed. */
export function DeleteDialog({ learner, onClose }: LearnerDialogProps) {
  const { t, number } = useText();
  const [, navigate] = useLocation();
  const { id, username: name, email, stats } = learner;
  return (
    <ActDialog
      act={deleteLearner}
      input={{ params: { id } }}
      done={() => t("learners.deleted", { name })}
      onDone={() => navigate("/users", { replace: true })}
      danger
      onClose={onClose}
      title={t("learners.delete_title", { name })}
      confirmLabel={t("learners.delete_now")}
      typed={{ label: t("learners.delete_typed", { email }), text: email }}
    >
      {t("learners.delete_text", { answers: number(stats?.recordCount ?? 0) })}
    </ActDialog>
  );
}

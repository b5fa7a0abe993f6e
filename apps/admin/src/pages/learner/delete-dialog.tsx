import { ConfirmDialog, Notice } from "@wordloom/ui";
import { deleteLearner } from "virtual:endpoints";
import { useLocation } from "wouter";
import { useAct } from "../../features/acts/use-act.ts";
import { useText } from "../../text/use-text.ts";
import type { LearnerDialogProps } from "./learner-dialog.ts";

/** Cannot be undone, so the address has to be typed. */
export function DeleteDialog({ learner, onClose }: LearnerDialogProps) {
  const { t, number } = useText();
  const [, navigate] = useLocation();
  const { id, username: name, email, stats } = learner;
  const remove = useAct(deleteLearner, {
    showsRefusals: true,
    done: () => t("users.deleted", { name }),
    onDone: () => navigate("/users", { replace: true }),
  });
  return (
    <ConfirmDialog
      open
      danger
      onClose={onClose}
      title={t("users.delete_title", { name })}
      confirmLabel={t("users.delete")}
      cancelLabel={t("common.cancel")}
      typed={{ label: t("users.delete_typed", { email }), text: email }}
      busy={remove.busy}
      onConfirm={() => remove.run({ params: { id } })}
      error={remove.refusal !== undefined && <Notice tone="slip">{remove.refusal}</Notice>}
    >
      {t("users.delete_text", { answers: number(stats?.recordCount ?? 0) })}
    </ConfirmDialog>
  );
}

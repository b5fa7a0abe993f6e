import type { AdminUser } from "@wordloom/contract";

/** Props of every dialog about an act on a learner. */
export interface LearnerDialogProps {
  readonly learner: AdminUser;
  readonly onClose: () => void;
}

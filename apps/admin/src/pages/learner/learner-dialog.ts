import type { AdminUser } from "@wordloom/contract";

/** What every question about an act on a learner is given. */
export interface LearnerDialogProps {
  readonly learner: AdminUser;
  readonly onClose: () => void;
}

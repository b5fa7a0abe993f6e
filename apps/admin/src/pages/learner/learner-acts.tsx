import { Menu, type MenuItem } from "@wordloom/ui";
import type { AdminUser } from "@wordloom/contract";
import { setLearnerRole, unbanLearner } from "virtual:endpoints";
import { useState, type ComponentType } from "react";
import { useIsSuper } from "../../features/access/use-admin.ts";
import { useAct } from "../../features/acts/use-act.ts";
import { useText } from "../../text/use-text.ts";
import { BanDialog } from "./ban-dialog.tsx";
import { DeleteDialog } from "./delete-dialog.tsx";
import { IdentityDialog } from "./identity-dialog.tsx";
import type { LearnerDialogProps } from "./learner-dialog.ts";
import { ResetDialog, SetPasswordDialog } from "./password-dialogs.tsx";

const dialogs = {
  ban: BanDialog,
  identity: IdentityDialog,
  reset: ResetDialog,
  password: SetPasswordDialog,
  delete: DeleteDialog,
} as const satisfies Record<string, ComponentType<LearnerDialogProps>>;
type DialogName = keyof typeof dialogs;

/** An administrator's acts on a learner's account. */
export function LearnerActs({ learner }: { readonly learner: AdminUser }) {
  const { t } = useText();
  const isSuper = useIsSuper();
  const [open, setOpen] = useState<DialogName>();
  const { username: name, role, isBanned } = learner;
  const params = { id: learner.id };
  const unban = useAct(unbanLearner, { done: () => t("learners.unbanned", { name }) });
  const label = useAct(setLearnerRole, { done: () => t("learners.role_set", { name }) });
  const other = role === "staff" ? "user" : "staff";
  const items: MenuItem[] = [
    isBanned
      ? { label: t("learners.unban"), onSelect: () => unban.run({ params }) }
      : { label: t("learners.ban"), onSelect: () => setOpen("ban") },
    {
      label: t(`learners.make_${other}`),
      onSelect: () => label.run({ params, body: { role: other } }),
    },
    { label: t("learners.identity"), onSelect: () => setOpen("identity") },
    { label: t("learners.reset"), onSelect: () => setOpen("reset"), ruled: true },
    { label: t("learners.set_password"), onSelect: () => setOpen("password") },
    {
      label: t("learners.delete"),
      onSelect: () => setOpen("delete"),
      disabled: !isSuper,
      tone: "slip",
      ruled: true,
    },
    ...(isSuper ? [] : [{ label: t("learners.only_super"), disabled: true }]),
  ];
  const Opened = open && dialogs[open];
  return (
    <>
      <Menu label={t("learners.acts", { name })} showLabel items={items} />
      {Opened !== undefined && <Opened learner={learner} onClose={() => setOpen(undefined)} />}
    </>
  );
}

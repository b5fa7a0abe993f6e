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

/** What an administrator can do to a learner's account. */
export function LearnerActs({ learner }: { readonly learner: AdminUser }) {
  const { t } = useText();
  const isSuper = useIsSuper();
  const [open, setOpen] = useState<DialogName>();
  const { username: name, role, isBanned } = learner;
  const params = { id: learner.id };
  const unban = useAct(unbanLearner, { done: () => t("users.unbanned", { name }) });
  const label = useAct(setLearnerRole, { done: () => t("users.role_set", { name }) });
  const other = role === "staff" ? "user" : "staff";
  const items: MenuItem[] = [
    isBanned
      ? { label: t("users.unban"), onSelect: () => unban.run({ params }) }
      : { label: t("users.ban"), onSelect: () => setOpen("ban") },
    {
      label: t(`users.make_${other}`),
      onSelect: () => label.run({ params, body: { role: other } }),
    },
    { label: t("users.identity"), onSelect: () => setOpen("identity") },
    { label: t("users.reset"), onSelect: () => setOpen("reset"), ruled: true },
    { label: t("users.set_password"), onSelect: () => setOpen("password") },
    {
      label: t("users.delete"),
      onSelect: () => setOpen("delete"),
      disabled: !isSuper,
      tone: "slip",
      ruled: true,
    },
    ...(isSuper ? [] : [{ label: t("users.only_super"), disabled: true }]),
  ];
  const Opened = open && dialogs[open];
  return (
    <>
      <Menu label={t("users.acts", { name })} showLabel items={items} />
      {Opened !== undefined && <Opened learner={learner} onClose={() => setOpen(undefined)} />}
    </>
  );
}

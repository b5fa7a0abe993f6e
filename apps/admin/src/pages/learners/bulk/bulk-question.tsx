import { Stack, Text } from "@wordloom/ui";
import type { AdminUser, BulkResult } from "@wordloom/contract";
import type { ReactNode } from "react";
import { useAdmin } from "../../../features/access/use-admin.ts";
import { useText } from "../../../text/use-text.ts";

export type BulkKind = "ban" | "unban" | "staff" | "user" | "reset" | "delete";

export interface BulkDialogProps {
  readonly chosen: readonly AdminUser[];
  readonly onClose: () => void;
  readonly onDone: (result: BulkResult) => void;
}

const NAMES_SHOWN = 8;

/** The actions of the learners' audit entries. */
const actions = {
  ban: "user.ban",
  unban: "user.unban",
  staff: "user.set_role",
  user: "user.set_role",
  reset: "user.reset_password",
  delete: "user.delete",
} as const satisfies Record<BulkKind, string>;

/** Shared by all bulk dialogs: how many learners, who, the act, and the note. */
export function useBulkQuestion(kind: BulkKind, { chosen, onClose, onDone }: BulkDialogProps) {
  const { t } = useText();
  const { id: adminId } = useAdmin();
  const count = chosen.length;
  return {
    // The entries of this act are the newest ones.
    entriesAt: `/audit?${new URLSearchParams({ action: actions[kind], adminId }).toString()}`,
    title: t(`bulk.title_${kind}`, { count }),
    confirmLabel: t(`bulk.now_${kind}`),
    done: ({ succeeded }: BulkResult) => t(`bulk.done_${kind}`, { count: succeeded }),
    onDone,
    onClose,
  };
}

/** Says who is affected, what happens, and that each learner gets an audit entry. */
export function Reach({
  kind,
  chosen,
  children,
}: {
  readonly kind: BulkKind;
  readonly chosen: readonly AdminUser[];
  readonly children?: ReactNode;
}) {
  const { t, list } = useText();
  const names = chosen.slice(0, NAMES_SHOWN).map(({ username }) => username);
  const more = chosen.length - names.length;
  const shown = more > 0 ? [...names, t("bulk.more", { count: more })] : names;
  return (
    <Stack space={2}>
      <p>{list(shown)}</p>
      <p>{t(`bulk.text_${kind}`)}</p>
      {children}
      <Text tone="soft" size="small">
        {t("bulk.audited", { count: chosen.length })}
      </Text>
    </Stack>
  );
}

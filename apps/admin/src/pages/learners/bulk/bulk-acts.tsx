import { BulkBar, Menu, type MenuItem } from "@wordloom/ui";
import type { AdminUser, BulkResult } from "@wordloom/contract";
import { BULK_DELETIONS_MAX, BULK_LEARNERS_MAX } from "@wordloom/contract/choices";
import { useState, type ComponentType } from "react";
import { useIsSuper } from "../../../features/access/use-admin.ts";
import { useText } from "../../../text/use-text.ts";
import {
  BanThem,
  DeleteThem,
  LabelThem,
  ResetThem,
  UnbanThem,
  UnlabelThem,
} from "./bulk-dialogs.tsx";
import type { BulkDialogProps, BulkKind } from "./bulk-question.tsx";
import { BulkOutcome } from "./bulk-outcome.tsx";

const dialogs = {
  ban: BanThem,
  unban: UnbanThem,
  staff: LabelThem,
  user: UnlabelThem,
  reset: ResetThem,
  delete: DeleteThem,
} as const satisfies Record<BulkKind, ComponentType<BulkDialogProps>>;

const kinds = Object.keys(dialogs) as BulkKind[];

interface BulkActsProps {
  readonly chosen: readonly AdminUser[];
  /** Deselects these learners. */
  readonly onLeave: (ids: readonly string[]) => void;
}

/** Acts on several learners at once; learners for whom an act fails stay selected. */
export function BulkActs({ chosen, onLeave }: BulkActsProps) {
  const { t } = useText();
  const [asked, setAsked] = useState<BulkKind>();
  const [outcome, setOutcome] = useState<{ of: readonly AdminUser[]; result: BulkResult }>();
  const items = useItems(chosen.length, setAsked);
  const finish = (result: BulkResult) => {
    setAsked(undefined);
    setOutcome({ of: chosen, result });
    onLeave(result.results.filter(({ success }) => success).map(({ userId }) => userId));
  };
  const Asked = asked && dialogs[asked];
  return (
    <>
      <BulkBar
        count={chosen.length}
        text={t("bulk.chosen", { count: chosen.length })}
        onClear={() => onLeave(chosen.map(({ id }) => id))}
      >
        <Menu label={t("bulk.acts")} showLabel size="small" items={items} />
      </BulkBar>
      {Asked !== undefined && (
        <Asked chosen={chosen} onClose={() => setAsked(undefined)} onDone={finish} />
      )}
      {outcome !== undefined && <BulkOutcome {...outcome} onClose={() => setOutcome(undefined)} />}
    </>
  );
}

/** The menu's items, and the reason if one is disabled. */
function useItems(count: number, ask: (kind: BulkKind) => void): MenuItem[] {
  const { t } = useText();
  const isSuper = useIsSuper();
  const max = (kind: BulkKind) => (kind === "delete" ? BULK_DELETIONS_MAX : BULK_LEARNERS_MAX);
  const remark = (label: string): MenuItem => ({ label, disabled: true });
  return [
    ...kinds.map((kind) => ({
      label: t(`bulk.ask_${kind}`),
      onSelect: () => ask(kind),
      disabled: count > max(kind) || (kind === "delete" && !isSuper),
      ruled: kind === "reset" || kind === "delete",
      ...(kind === "delete" && { tone: "slip" as const }),
    })),
    ...(isSuper ? [] : [remark(t("learners.only_super"))]),
    ...(count > BULK_LEARNERS_MAX ? [remark(t("bulk.max", { max: BULK_LEARNERS_MAX }))] : []),
    ...(isSuper && count > BULK_DELETIONS_MAX
      ? [remark(t("bulk.max_deletions", { max: BULK_DELETIONS_MAX }))]
      : []),
  ];
}

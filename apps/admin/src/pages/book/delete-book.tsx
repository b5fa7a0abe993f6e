import { ConfirmDialog, Notice } from "@wordloom/ui";
import { Loaded } from "@wordloom/web";
import { deleteSystemWordbook, readWordbookStats } from "virtual:endpoints";
import { useLocation } from "wouter";
import { useAct } from "../../features/acts/use-act.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import type { OfBook } from "./of-book.ts";

/** Says how many study it; what they learned of its words stays. */
export function DeleteBook({ book: { id, name }, onClose }: OfBook & { onClose: () => void }) {
  const { t } = useText();
  const [, navigate] = useLocation();
  const reach = useRead(readWordbookStats, { params: { id } });
  const remove = useAct(deleteSystemWordbook, {
    showsRefusals: true,
    done: () => t("books.deleted", { name }),
    onDone: () => navigate("/books"),
  });
  return (
    <ConfirmDialog
      open
      danger
      onClose={onClose}
      title={t("books.delete_title", { name })}
      confirmLabel={t("books.delete")}
      cancelLabel={t("common.cancel")}
      typed={{ label: t("books.delete_typed"), text: name }}
      busy={remove.busy}
      onConfirm={() => remove.run({ params: { id } })}
      error={remove.refusal !== undefined && <Notice tone="slip">{remove.refusal}</Notice>}
    >
      <Loaded of={reach} failed={t("books.stats_failed")}>
        {({ activeUsers: learners, wordCount: words }) => (
          <p>{t("books.delete_reach", { learners, words })}</p>
        )}
      </Loaded>
    </ConfirmDialog>
  );
}

import { Loaded } from "@wordloom/web";
import { deleteSystemWordbook, readWordbookStats } from "virtual:endpoints";
import { useLocation } from "wouter";
import { ActDialog } from "../../features/acts/act-dialog.tsx";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import type { OfBook } from "./of-book.ts";

/** Says how many learners study it; what they learned about its words stays. */
export function DeleteBook({ book: { id, name }, onClose }: OfBook & { onClose: () => void }) {
  const { t } = useText();
  const [, navigate] = useLocation();
  const reach = useRead(readWordbookStats, { params: { id } });
  return (
    <ActDialog
      act={deleteSystemWordbook}
      input={{ params: { id } }}
      done={() => t("wordbooks.deleted", { name })}
      onDone={() => navigate("/books")}
      danger
      onClose={onClose}
      title={t("wordbooks.delete_title", { name })}
      confirmLabel={t("wordbooks.delete_now")}
      typed={{ label: t("wordbooks.delete_typed"), text: name }}
    >
      <Loaded of={reach} failed={t("wordbooks.stats_failed")}>
        {({ activeUsers: learners, wordCount: words }) => (
          <p>{t("wordbooks.delete_reach", { learners, words })}</p>
        )}
      </Loaded>
    </ActDialog>
  );
}

import type { WordPublic } from "@wordloom/contract";
import { Loaded } from "@wordloom/web";
import { readWordbookStats, removeSystemBookWords } from "virtual:endpoints";
import { ActDialog } from "../../features/acts/act-dialog.tsx";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import type { OfBook } from "./of-book.ts";

interface TakeOutProps extends OfBook {
  readonly word: WordPublic;
  readonly onClose: () => void;
}

/** Says how many learners get the word from this book. */
export function TakeOut({ book: { id, name }, word, onClose }: TakeOutProps) {
  const { t } = useText();
  const reach = useRead(readWordbookStats, { params: { id } });
  return (
    <ActDialog
      act={removeSystemBookWords}
      input={{ params: { id }, body: { wordIds: [word.id] } }}
      done={() => t("wordbooks.word_removed", { name })}
      onClose={onClose}
      title={t("wordbooks.take_out_title", { word: word.text, name })}
      confirmLabel={t("wordbooks.take_out")}
    >
      <Loaded of={reach} failed={t("wordbooks.stats_failed")}>
        {({ activeUsers: learners }) => <p>{t("wordbooks.take_out_reach", { learners })}</p>}
      </Loaded>
    </ActDialog>
  );
}

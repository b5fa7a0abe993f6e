import { ConfirmDialog } from "@wordloom/ui";
import { useState } from "react";
import { useText } from "../../text/use-text.ts";
import type { BroadcastDraft } from "./broadcast-draft.ts";

interface SendQuestionProps {
  readonly draft: BroadcastDraft;
  readonly matched: number;
  readonly onAnswer: (isYes: boolean) => void;
}

/** Confirms a broadcast, because a sent one cannot be revoked. */
export function SendQuestion({ draft, matched, onAnswer }: SendQuestionProps) {
  const { t, number, date } = useText();
  const { title, when, at } = draft;
  const reach = { count: matched, matched: number(matched) };
  return (
    <ConfirmDialog
      open
      onClose={() => onAnswer(false)}
      title={t("broadcasts.ask_title", { title })}
      confirmLabel={t(when === "now" ? "broadcasts.send_now" : "broadcasts.schedule_now")}
      cancelLabel={t("common.cancel")}
      onConfirm={() => onAnswer(true)}
    >
      {when === "now"
        ? t("broadcasts.ask_now", reach)
        : t("broadcasts.ask_later", {
            ...reach,
            when: date(new Date(at), { dateStyle: "full", timeStyle: "short" }),
          })}
    </ConfirmDialog>
  );
}

/** A question in the middle of an act: `ask` waits for the answer. */
export function useQuestion() {
  const [settle, setSettle] = useState<(isYes: boolean) => void>();
  return {
    isOpen: settle !== undefined,
    ask: () => new Promise<boolean>((resolve) => setSettle(() => resolve)),
    answer(isYes: boolean) {
      settle?.(isYes);
      setSettle(undefined);
    },
  };
}

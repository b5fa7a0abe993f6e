import { Anchor, Button, Notice, Sheet, Stack, Text } from "@wordloom/ui";
import type { DeadLetter } from "@wordloom/contract";
import { purgeDeadLetter, requeueDeadLetter } from "virtual:endpoints";
import { useState } from "react";
import { ActDialog } from "../../features/acts/act-dialog.tsx";
import { useAct } from "../../features/acts/use-act.ts";
import { Facts } from "../../features/facts/facts.tsx";
import { useText, type Translator } from "../../text/use-text.ts";

interface LetterProps {
  readonly letter: DeadLetter;
  readonly onClose: () => void;
}

/** One answer that could not be applied, and the possible acts. */
export function DeadLetterSheet({ letter, onClose }: LetterProps) {
  const text = useText();
  const { t } = text;
  const { id } = letter;
  const [isPurging, setPurging] = useState(false);
  const requeue = useAct(requeueDeadLetter, {
    showsRefusals: true,
    done: () => t("monitoring.requeued", { id }),
    onDone: onClose,
  });
  if (isPurging) return <Purge letter={letter} onClose={onClose} />;
  return (
    <Sheet
      open
      onClose={onClose}
      title={t("monitoring.dead_title", { id })}
      actions={
        <>
          <Button kind="danger" onClick={() => setPurging(true)}>
            {t("monitoring.purge")}
          </Button>
          <Button
            kind="primary"
            busy={requeue.busy}
            onClick={() => requeue.run({ params: { id } })}
          >
            {t("monitoring.requeue")}
          </Button>
        </>
      }
    >
      <Stack space={2}>
        <Facts rows={factsOf(letter, text)} />
        <Text tone="soft" size="small">
          {t("monitoring.requeue_text")}
        </Text>
        {requeue.refusal !== undefined && (
          <Notice tone="slip" announce>
            {requeue.refusal}
          </Notice>
        )}
      </Stack>
    </Sheet>
  );
}

function factsOf({ userId, attempts, lastError, createdAt, deadAt }: DeadLetter, text: Translator) {
  const { t, date, number } = text;
  const time = (at: string) => date(at, { dateStyle: "medium", timeStyle: "medium" });
  const learner = <Anchor href={`/users/${encodeURIComponent(userId)}`}>{userId}</Anchor>;
  return [
    [t("monitoring.error"), lastError ?? t("monitoring.no_reason")],
    [t("monitoring.learner"), learner],
    [t("monitoring.attempts"), number(attempts)],
    [t("monitoring.accepted"), time(createdAt)],
    [t("monitoring.given_up"), time(deadAt)],
  ] as const;
}

function Purge({ letter: { id }, onClose }: LetterProps) {
  const { t } = useText();
  return (
    <ActDialog
      act={purgeDeadLetter}
      input={{ params: { id } }}
      done={() => t("monitoring.purged", { id })}
      danger
      onClose={onClose}
      title={t("monitoring.purge_title", { id })}
      confirmLabel={t("monitoring.purge_now")}
      typed={{ label: t("monitoring.purge_typed", { id }), text: id }}
    >
      {t("monitoring.purge_text")}
    </ActDialog>
  );
}

import { Button, ConfirmDialog, Empty, List, ListRow, Row, Stack, Text } from "@wordloom/ui";
import type { DeadLetter } from "@wordloom/contract";
import { Loaded, useNowMs } from "@wordloom/web";
import { listDeadLetters } from "virtual:endpoints";
import { useState } from "react";
import { useAddress } from "../../features/address/use-address.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import { DeadLetterSheet } from "./dead-letter-sheet.tsx";
import { useRequeueAll } from "./use-requeue-all.ts";

/** The service's limit for the list. */
const LIMIT = 500;

/** Answers that could not be applied: why, and whether to retry or to discard them. */
export function DeadLetters() {
  const { t } = useText();
  const letters = useRead(listDeadLetters, { query: { limit: LIMIT } });
  return (
    <Loaded of={letters} failed={t("monitoring.dead_failed")}>
      {({ entries }) =>
        entries.length === 0 ? (
          <Empty heading={t("monitoring.no_dead")} text={t("monitoring.no_dead_text")} />
        ) : (
          <Found entries={entries} />
        )
      }
    </Loaded>
  );
}

function Found({ entries }: { readonly entries: readonly DeadLetter[] }) {
  const { t, relative } = useText();
  const nowMs = useNowMs();
  const [{ letter }, change] = useAddress({ letter: "" });
  const [isAsking, setAsking] = useState(false);
  const all = useRequeueAll(entries, () => setAsking(false));
  const opened = entries.find(({ id }) => id === letter);
  const count = entries.length;
  return (
    <Stack space={2}>
      <Row spread>
        <Text>{t(count < LIMIT ? "monitoring.dead" : "monitoring.dead_many", { count })}</Text>
        <Button onClick={() => setAsking(true)}>{t("monitoring.requeue_all", { count })}</Button>
      </Row>
      <List keyboard>
        {entries.map(({ id, lastError, attempts, deadAt }) => (
          <ListRow
            key={id}
            onPress={() => change({ letter: id })}
            detail={t("monitoring.dead_tried", { count: attempts, id })}
            end={relative(deadAt, nowMs)}
          >
            {lastError ?? t("monitoring.no_reason")}
          </ListRow>
        ))}
      </List>
      {isAsking && (
        <ConfirmDialog
          open
          title={t("monitoring.requeue_all_title", { count })}
          confirmLabel={t("monitoring.requeue_all", { count })}
          cancelLabel={t("common.cancel")}
          busy={all.busy}
          onConfirm={all.run}
          onClose={() => setAsking(false)}
        >
          {t("monitoring.requeue_all_text", { count })}
        </ConfirmDialog>
      )}
      {opened !== undefined && (
        <DeadLetterSheet letter={opened} onClose={() => change({ letter: "" })} />
      )}
    </Stack>
  );
}

import { Button, Empty, List, ListRow, Text } from "@wordloom/ui";
import type { ScheduledBroadcast } from "@wordloom/contract";
import { Loaded } from "@wordloom/web";
import { cancelBroadcast, listScheduledBroadcasts } from "virtual:endpoints";
import { useState } from "react";
import { ActDialog } from "../../features/acts/act-dialog.tsx";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import { audienceText } from "./audience-text.ts";
import { partHref } from "./part-href.ts";

/** Scheduled broadcasts disappear when they are due. */
const REFRESH_MS = 15_000;

/** Scheduled broadcasts, the next one first. */
export function ScheduledBroadcasts() {
  const text = useText();
  const { t, date, number } = text;
  const scheduled = useRead(listScheduledBroadcasts, {}, { refetchInterval: REFRESH_MS });
  const [canceled, setCanceled] = useState<ScheduledBroadcast>();
  return (
    <Loaded of={scheduled} failed={t("broadcasts.failed")}>
      {({ items, total }) => (
        <>
          {items.length === 0 && (
            <Empty
              heading={t("broadcasts.none_scheduled")}
              text={t("broadcasts.none_scheduled_text")}
              action={<Button href={partHref("write")}>{t("broadcasts.part_write")}</Button>}
            />
          )}
          <List keyboard>
            {items.map((item) => (
              <ListRow
                key={item.broadcastId}
                detail={[
                  date(item.scheduledAt, { dateStyle: "full", timeStyle: "short" }),
                  audienceText(item.audience, text),
                ].join(" · ")}
                end={
                  <Button
                    size="small"
                    aria-label={t("broadcasts.cancel_one", { title: item.title })}
                    onClick={() => setCanceled(item)}
                  >
                    {t("broadcasts.cancel")}
                  </Button>
                }
              >
                {item.title}
              </ListRow>
            ))}
          </List>
          {total > items.length && (
            <Text tone="soft">
              {t("broadcasts.scheduled_cut", {
                shown: number(items.length),
                total: number(total),
              })}
            </Text>
          )}
          {canceled !== undefined && (
            <Cancel broadcast={canceled} onClose={() => setCanceled(undefined)} />
          )}
        </>
      )}
    </Loaded>
  );
}

function Cancel({
  broadcast: { broadcastId, title, message },
  onClose,
}: {
  readonly broadcast: ScheduledBroadcast;
  readonly onClose: () => void;
}) {
  const { t } = useText();
  return (
    <ActDialog
      act={cancelBroadcast}
      input={{ params: { id: broadcastId } }}
      readsAgainWhenRefused
      done={() => t("broadcasts.canceled", { title })}
      danger
      onClose={onClose}
      title={t("broadcasts.cancel_title", { title })}
      confirmLabel={t("broadcasts.cancel_now")}
      cancelLabel={t("broadcasts.cancel_not")}
    >
      <p>{t("broadcasts.cancel_text")}</p>
      <blockquote>{message}</blockquote>
    </ActDialog>
  );
}

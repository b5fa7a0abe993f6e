import {
  Badge,
  Button,
  Dialog,
  Empty,
  List,
  ListRow,
  Pager,
  Row,
  SelectField,
  Stack,
  Text,
} from "@wordloom/ui";
import type { Broadcast } from "@wordloom/contract";
import { Loaded } from "@wordloom/web";
import { listBroadcasts } from "virtual:endpoints";
import { useState } from "react";
import { useAddress } from "../../features/address/use-address.ts";
import { Facts } from "../../features/facts/facts.tsx";
import { useRead } from "../../server-state/use-read.ts";
import { useText, type Translator } from "../../text/use-text.ts";
import { partHref } from "./part-href.ts";

const PAGE = 20;
const filters = ["all", "week", "failed"] as const;
/** The count of a broadcast that is being sent rises. */
const REFRESH_MS = 5_000;

/** Sent broadcasts, newest first, with their outcome. */
export function SentBroadcasts() {
  const text = useText();
  const { t } = text;
  const [address, change] = useAddress({ filter: "all", page: "1" });
  const [opened, setOpened] = useState<Broadcast>();
  const filter = filters.find((each) => each === address.filter) ?? "all";
  const page = Math.max(1, Math.trunc(Number(address.page)) || 1);
  const sent = useRead(
    listBroadcasts,
    { query: { filter, limit: PAGE, offset: (page - 1) * PAGE } },
    { keepPrevious: true, refetchInterval: REFRESH_MS },
  );
  return (
    <Stack space={3}>
      <Row>
        <SelectField
          label={t("broadcasts.shown")}
          value={filter}
          options={filters.map((value) => ({ value, label: t(`broadcasts.filter_${value}`) }))}
          onChange={(next) => change({ filter: next, page: "1" })}
        />
      </Row>
      <Loaded of={sent} failed={t("broadcasts.failed")}>
        {({ broadcasts, pagination }) => (
          <Stack space={2}>
            {broadcasts.length === 0 && (
              <Empty
                heading={t(filter === "all" ? "broadcasts.none_yet" : "broadcasts.none")}
                text={t("broadcasts.none_text")}
                action={<Button href={partHref("write")}>{t("broadcasts.part_write")}</Button>}
              />
            )}
            <List keyboard>
              {broadcasts.map((broadcast) => (
                <ListRow
                  key={broadcast.id}
                  onPress={() => setOpened(broadcast)}
                  detail={reachOf(broadcast, text)}
                  end={text.date(broadcast.createdAt)}
                >
                  {broadcast.title} <Status status={broadcast.status} />
                </ListRow>
              ))}
            </List>
            <Pages total={pagination.total} page={page} onPage={(next) => change({ page: next })} />
          </Stack>
        )}
      </Loaded>
      {opened !== undefined && <Opened broadcast={opened} onClose={() => setOpened(undefined)} />}
    </Stack>
  );
}

function Pages({
  total,
  page,
  onPage,
}: {
  readonly total: number;
  readonly page: number;
  readonly onPage: (page: string) => void;
}) {
  const { t, number } = useText();
  const pages = Math.ceil(total / PAGE);
  return (
    <Pager
      label={t("shell.broadcasts")}
      page={page}
      pages={pages}
      text={t("broadcasts.page", { page: number(page), pages: number(pages) })}
      onPage={(next) => onPage(String(next))}
    />
  );
}

/** A fully sent broadcast needs no mark. */
function Status({ status }: Pick<Broadcast, "status">) {
  const { t } = useText();
  if (status === "sent") return null;
  return (
    <Badge tone={status === "failed" ? "slip" : "plain"}>{t(`broadcasts.status_${status}`)}</Badge>
  );
}

function reachOf(
  { sentCount, readCount, readRate }: Broadcast,
  { t, number, percent }: Translator,
): string {
  return t("broadcasts.sent_to", {
    count: sentCount,
    sent: number(sentCount),
    read: number(readCount),
    share: percent(readRate),
  });
}

function Opened({
  broadcast,
  onClose,
}: {
  readonly broadcast: Broadcast;
  readonly onClose: () => void;
}) {
  const text = useText();
  const { t, date } = text;
  const { title, message, author, status, createdAt } = broadcast;
  return (
    <Dialog wide open onClose={onClose} title={title}>
      <Stack space={2}>
        <Text>{message}</Text>
        <Facts
          rows={[
            [t("broadcasts.author"), author],
            [t("broadcasts.sent_at"), date(createdAt, { dateStyle: "medium", timeStyle: "short" })],
            [t("broadcasts.state"), t(`broadcasts.status_${status}`)],
            [t("broadcasts.reached"), reachOf(broadcast, text)],
          ]}
        />
      </Stack>
    </Dialog>
  );
}

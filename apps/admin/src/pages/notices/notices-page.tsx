import { Button, Empty, Headline, List, Pager, Row, Segmented, Stack } from "@wordloom/ui";
import { Loaded } from "@wordloom/web";
import { listAdminNotifications, readAllAdminNotifications } from "virtual:endpoints";
import { useAct } from "../../features/acts/use-act.ts";
import { useAddress } from "../../features/address/use-address.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import { NoticeRow } from "./notice-row.tsx";

const ROWS = 20;
const shows = ["all", "unread"] as const;

/** Notices for administrators, newest first; each administrator has their own read marks. */
export function NoticesPage() {
  const { t, number } = useText();
  const [{ show: asked, page: at }, change] = useAddress({ show: "all", page: "1" });
  const show = shows.find((one) => one === asked) ?? "all";
  const page = Math.max(1, Math.trunc(Number(at)) || 1);
  const unreadOnly = show === "unread" ? "true" : "false";
  const query = { unreadOnly, page, perPage: ROWS } as const;
  const notices = useRead(listAdminNotifications, { query }, { keepPrevious: true });
  const readAll = useAct(readAllAdminNotifications, { done: () => t("notices.all_read") });
  const unread = notices.data?.unread ?? 0;
  return (
    <Stack space={3}>
      <Row spread>
        <Headline>{t("notices.title")}</Headline>
        {unread > 0 && (
          <Button busy={readAll.busy} onClick={() => readAll.run({})}>
            {t("notices.read_all")}
          </Button>
        )}
      </Row>
      <Row>
        <Segmented
          label={t("notices.show")}
          labelHidden
          size="small"
          value={show}
          onChange={(next) => change({ show: next, page: "1" })}
          options={[
            { value: "all", label: t("notices.show_all") },
            { value: "unread", label: t("notices.show_unread", { unread: number(unread) }) },
          ]}
        />
      </Row>
      <Loaded of={notices} failed={t("notices.failed")}>
        {({ data: items, totalPages }) =>
          items.length === 0 ? (
            <Empty heading={t(`notices.none_${show}`)} text={t("notices.kept")} />
          ) : (
            <Stack space={2}>
              <List keyboard aria-label={t("notices.title")}>
                {items.map((notice) => (
                  <NoticeRow key={notice.id} notice={notice} />
                ))}
              </List>
              <Pager
                label={t("notices.title")}
                page={page}
                pages={totalPages}
                text={t("shell.page", { page })}
                onPage={(next) => change({ page: String(next) })}
              />
            </Stack>
          )
        }
      </Loaded>
    </Stack>
  );
}

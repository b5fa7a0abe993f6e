import { Empty, List, ListRow, Pager, Stack } from "@wordloom/ui";
import type { WordbookStep } from "@wordloom/contract";
import { Loaded } from "@wordloom/web";
import { listWordbookHistory } from "virtual:endpoints";
import { useAddress } from "../../features/address/use-address.ts";
import { useAdminNames } from "../../features/access/use-admin-names.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import type { OfBook } from "./of-book.ts";

/** The acts on a wordbook, newest first. */
export function BookHistory({ book: { id } }: OfBook) {
  const { t } = useText();
  const [{ page }, change] = useAddress({ page: "1" });
  const query = { page: Number(page) };
  const history = useRead(listWordbookHistory, { params: { id }, query }, { keepPrevious: true });
  return (
    <Loaded of={history} failed={t("wordbooks.history_failed")}>
      {({ data, page: shown, totalPages }) =>
        data.length === 0 ? (
          <Empty heading={t("wordbooks.no_history")} />
        ) : (
          <Stack space={2}>
            <List keyboard>
              {data.map((step) => (
                <Step key={step.id} step={step} />
              ))}
            </List>
            <Pager
              label={t("wordbooks.part_history")}
              page={shown}
              pages={totalPages}
              text={t("wordbooks.page", { page: shown, pages: totalPages })}
              onPage={(next) => change({ page: String(next) })}
            />
          </Stack>
        )
      }
    </Loaded>
  );
}

function Step({ step: { action, actorKind, actorId, at, count, detail } }: { step: WordbookStep }) {
  const { t, date } = useText();
  const { nameOf } = useAdminNames();
  const by =
    actorKind === "admin" && actorId !== null ? nameOf(actorId) : t(`wordbooks.by_${actorKind}`);
  return (
    <ListRow
      detail={
        <>
          {by} · <span lang="en">{detail}</span>
        </>
      }
      end={date(at, { dateStyle: "medium", timeStyle: "short" })}
    >
      {t(`wordbooks.did_${action}`, { count: count ?? 0 })}
    </ListRow>
  );
}

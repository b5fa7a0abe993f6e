import { Button, List, ListRow, Section, Stack } from "@wordloom/ui";
import { listImportHistory } from "virtual:endpoints";
import { Loaded } from "@wordloom/web";
import { useEffect } from "react";
import { useReadPages } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";

/** How often to poll a running import. */
const LOOK_EVERY_MS = 2_000;

/** Past and running imports; empty before the first. */
export function ImportHistory() {
  const { t, date } = useText();
  const history = useReadPages(listImportHistory, { query: { perPage: 20 } });
  const entries = history.data?.pages.flatMap(({ data }) => data) ?? [];
  const isRunning = entries.some(({ status }) => status === "importing");
  const { refetch } = history;
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => void refetch(), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [isRunning, refetch]);
  if (history.data !== undefined && entries.length === 0) return null;
  return (
    <Section heading={t("books.history")}>
      <Loaded of={history} failed={t("shell.part_failed", { part: t("books.history") })}>
        {() => (
          <Stack space={2}>
            <List>
              {entries.map((entry) => (
                <ListRow
                  key={entry.id}
                  {...(entry.wordbookId !== null &&
                    entry.status === "complete" && { href: `/books/${entry.wordbookId}` })}
                  detail={t(`books.status_${entry.status}`, { count: entry.wordsImported })}
                  tone={entry.status === "failed" ? "slip" : "soft"}
                  end={date(entry.importedAt, { dateStyle: "medium" })}
                >
                  {entry.remoteId ?? entry.sourceUrl}
                </ListRow>
              ))}
            </List>
            {history.hasNextPage && (
              <Button
                busy={history.isFetchingNextPage}
                onClick={() => void history.fetchNextPage()}
              >
                {t("words.more")}
              </Button>
            )}
          </Stack>
        )}
      </Loaded>
    </Section>
  );
}

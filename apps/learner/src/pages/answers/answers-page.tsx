import {
  Button,
  Empty,
  Headline,
  List,
  Row,
  SearchField,
  Segmented,
  SkeletonRows,
  Stack,
  Text,
  TextField,
} from "@wordloom/ui";
import type { LearningRecord } from "@wordloom/contract";
import { listRecords } from "virtual:endpoints";
import { Link } from "wouter";
import { Reading } from "@wordloom/web";
import { meaningAttributes } from "../../features/question/word-language.ts";
import { AnswerRow, useAnsweredWords } from "../../features/words/answer-row.tsx";
import { useReadPages } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import { outcomes, useAnswerFilter } from "./use-answer-filter.ts";
import styles from "./answers-page.module.css";

const PER_PAGE = 50;

/** All answers of the learner, newest first, searched by the service. The address holds how. */
export function AnswersPage() {
  const { t } = useText();
  const { filter, query, change } = useAnswerFilter();
  const records = useReadPages(
    listRecords,
    { query: { perPage: PER_PAGE, ...query } },
    { keepPrevious: true },
  );
  return (
    <Stack space={3}>
      <Text size="small">
        <Link href="/progress">{t("how.back")}</Link>
      </Text>
      <Headline>{t("answers.title")}</Headline>
      <SearchField
        label={t("answers.search")}
        placeholder={t("answers.search")}
        keys="/"
        value={filter.search}
        busy={records.isFetching && filter.search !== ""}
        onChange={(search) => change({ search })}
      />
      <Row space={2} align="end">
        <Segmented
          label={t("answers.outcome")}
          value={filter.outcome}
          options={outcomes.map((value) => ({ value, label: t(`answers.${value}`) }))}
          onChange={(outcome) => change({ outcome })}
        />
        <TextField
          label={t("answers.from")}
          type="date"
          className={styles.day}
          value={filter.from}
          onChange={(from) => change({ from })}
        />
        <TextField
          label={t("answers.to")}
          type="date"
          className={styles.day}
          value={filter.to}
          onChange={(to) => change({ to })}
        />
      </Row>
      <Reading query={records} heading={t("answers.failed")} skeleton={<SkeletonRows rows={8} />}>
        {({ pages }) => (
          <Found
            pages={pages}
            isFiltered={Object.keys(query).length > 0}
            onClear={() => change({ search: "", outcome: "all", from: "", to: "" })}
            {...(records.hasNextPage && { onMore: () => void records.fetchNextPage() })}
            isBusy={records.isFetchingNextPage}
          />
        )}
      </Reading>
    </Stack>
  );
}

function Found({
  pages,
  isFiltered,
  isBusy,
  onClear,
  onMore,
}: {
  readonly pages: readonly { page: number; total: number; data: readonly LearningRecord[] }[];
  readonly isFiltered: boolean;
  readonly isBusy: boolean;
  readonly onClear: () => void;
  readonly onMore?: () => void;
}) {
  const { t } = useText();
  const total = pages[0]?.total ?? 0;
  if (total === 0) {
    return (
      <Empty
        heading={t(isFiltered ? "answers.nothing" : "answers.empty")}
        text={t(isFiltered ? "answers.nothing_text" : "answers.empty_text")}
        action={
          isFiltered ? (
            <Button onClick={onClear}>{t("answers.show_all")}</Button>
          ) : (
            <Button kind="primary" href="/study">
              {t("progress.study")}
            </Button>
          )
        }
      />
    );
  }
  return (
    <Stack space={2}>
      <Text tone="soft" size="small" figures role="status">
        {t("answers.count", { count: total })}
      </Text>
      <List keyboard>
        {pages.map((page) => (
          <AnswersOfPage key={page.page} records={page.data} />
        ))}
      </List>
      {onMore !== undefined && (
        <Button busy={isBusy} onClick={onMore}>
          {t("answers.more")}
        </Button>
      )}
    </Stack>
  );
}

function AnswersOfPage({ records }: { readonly records: readonly LearningRecord[] }) {
  const { t, date } = useText();
  const wordOf = useAnsweredWords(records);
  return records.map((record) => {
    const word = wordOf(record.wordId);
    const said = t(record.isCorrect ? "sessions.was_right" : "sessions.was_wrong");
    const when = date(record.createdAt, { dateStyle: "medium", timeStyle: "short" });
    return (
      <AnswerRow
        key={record.id}
        {...{ record, word }}
        detail={word && <span {...meaningAttributes(word)}>{word.meaning}</span>}
        end={`${said} · ${when}`}
      />
    );
  });
}

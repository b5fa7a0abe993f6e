import {
  Button,
  Empty,
  Headline,
  Row,
  SearchField,
  SelectField,
  SkeletonRows,
  Stack,
  Tabs,
  Text,
} from "@wordloom/ui";
import { useEffect, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { Reading } from "@wordloom/web";
import {
  listedStates,
  useWordList,
  wordFilters,
  type ListedState,
  type ListedWord,
  type WordFilter,
} from "../../features/words/use-word-list.ts";
import { AddWordButton } from "../../features/own-words/add-word-button.tsx";
import { ownWordsHref } from "../../features/own-words/own-words-href.ts";
import { TagChoice } from "../../features/own-words/tag-choice.tsx";
import { WordList } from "../../features/words/word-list.tsx";
import { listUserWordbooks, readStudyConfig } from "virtual:endpoints";
import { useSystemBooks } from "../../features/books/use-system-books.ts";
import { useRead } from "../../server-state/use-read.ts";
import { type Translator, useText } from "../../text/use-text.ts";
import { useRowEnd } from "./use-row-end.tsx";
import { WordsBySense } from "./words-by-sense.tsx";
import styles from "./words-page.module.css";

/** The service is asked after a pause in typing of this length. */
const PAUSE_MS = 180;

/** The library and the learner's own words. The address holds the selection. */
export function WordsPage() {
  const { t } = useText();
  const address = new URLSearchParams(useSearch());
  const filter = wordFilters.find((name) => name === address.get("filter")) ?? "all";
  const [search, settled, setSearch] = useSearchText(address.get("q") ?? "");
  const studied = useStudiedBook();
  const chosen = address.get("book") ?? (settled === "" ? studied : ALL_BOOKS);
  const book = chosen === ALL_BOOKS ? undefined : chosen;
  const canSearch = filter === "all";
  const state = listedStates.find((name) => name === address.get("state")) ?? "reviewing";
  const tag = address.get("tag") ?? undefined;
  const [, goTo] = useLocation();
  const list = useWordList({ filter, book, search: settled, state, tag });
  return (
    <Stack space={3}>
      <Row spread>
        <Headline>{t("words.title")}</Headline>
        <AddWordButton />
      </Row>
      {canSearch && (
        <Search value={search} onChange={setSearch} busy={list.query.isFetching && search !== ""} />
      )}
      <Tabs
        label={t("words.title")}
        current={hrefOf(filter)}
        items={wordFilters.map((name) => ({
          href: hrefOf(name),
          label: t(`words.filter_${name}`),
        }))}
      />
      {filter === "state" && <StateChoice value={state} />}
      {filter === "own" && (
        <TagChoice
          value={tag}
          className={styles.state}
          onChoose={(chosen) => goTo(ownWordsHref(chosen), { replace: true })}
        />
      )}
      {filter === "all" && search === "" && <BookChoice value={book ?? ALL_BOOKS} />}
      <Reading
        query={{ ...list.query, data: list.words as readonly ListedWord[] | undefined }}
        heading={t("words.failed")}
        skeleton={<SkeletonRows rows={8} />}
      >
        {(words) => (
          <Words
            key={`${filter} ${state} ${book} ${tag}`}
            {...{ words, filter, list, search: settled, onClear: () => setSearch("") }}
          />
        )}
      </Reading>
      {filter === "all" && <WordsBySense search={settled} shown={list.words} />}
    </Stack>
  );
}

/** Instead of the id of a book. */
const ALL_BOOKS = "all";

/** The book that the list opens with: the first one that the learner studies. */
function useStudiedBook(): string {
  const { data } = useRead(readStudyConfig);
  return data?.selectedWordbookIds[0] ?? ALL_BOOKS;
}

const hrefOf = (filter: WordFilter) => (filter === "all" ? "/words" : `/words?filter=${filter}`);

function Words({
  words,
  filter,
  list,
  search,
  onClear,
}: {
  readonly words: readonly ListedWord[];
  readonly filter: WordFilter;
  readonly list: ReturnType<typeof useWordList>;
  readonly search: string;
  readonly onClear: () => void;
}) {
  const { t } = useText();
  const endOf = useRowEnd();
  const isBrought = filter === "all" || filter === "own";
  if (words.length === 0) {
    return search !== "" && filter === "all" ? (
      <Empty
        heading={t("words.nothing_found", { search })}
        text={t("words.nothing_found_text")}
        action={<Button onClick={onClear}>{t("words.show_all")}</Button>}
      />
    ) : (
      <Empty
        heading={t(`words.empty_${filter}`)}
        text={t(`words.empty_${filter}_text`)}
        action={
          <Button href={isBrought ? "/books" : "/study"}>
            {isBrought ? t("words.to_books") : t("today.study")}
          </Button>
        }
      />
    );
  }
  const { query } = list;
  return (
    <Stack space={2}>
      <Text tone="soft" size="small" figures role="status">
        {countOf(words.length, filter, list, t)}
      </Text>
      <WordList
        words={words}
        suspended={filter === "suspended"}
        slipping={filter === "slipping"}
        endOf={endOf}
      />
      {"hasNextPage" in query && query.hasNextPage && (
        <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t("words.more")}
        </Button>
      )}
    </Stack>
  );
}

function countOf(
  count: number,
  filter: WordFilter,
  list: ReturnType<typeof useWordList>,
  t: Translator["t"],
): string {
  if ("isMore" in list && list.isMore) return t("words.due_first", { count });
  const total = ("total" in list && list.total) || count;
  if (filter === "hard" && total > count) return t("words.hard_first", { count, total });
  return t("words.count", { count: total });
}

/** The choice of the listed book; hidden until there are books. */
function BookChoice({ value }: { readonly value: string }) {
  const { t } = useText();
  const [, goTo] = useLocation();
  const own = useRead(listUserWordbooks).data ?? [];
  const system = useSystemBooks().data?.offered ?? [];
  const books = [...own, ...system].map(({ id, name }) => ({ value: id, label: name }));
  if (books.length === 0) return null;
  return (
    <SelectField
      label={t("words.book")}
      className={styles.state}
      value={value}
      options={[{ value: ALL_BOOKS, label: t("words.all_books") }, ...books]}
      onChange={(id) => goTo(`/words?book=${id}`, { replace: true })}
    />
  );
}

function StateChoice({ value }: { readonly value: ListedState }) {
  const { t } = useText();
  const [, goTo] = useLocation();
  return (
    <SelectField
      label={t("words.state")}
      className={styles.state}
      value={value}
      options={listedStates.map((name) => ({ value: name, label: t(`progress.state_${name}`) }))}
      onChange={(name) => goTo(`${hrefOf("state")}&state=${name}`, { replace: true })}
    />
  );
}

function Search(props: {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly busy: boolean;
}) {
  const { t } = useText();
  return (
    <SearchField label={t("words.search")} placeholder={t("words.search")} keys="/" {...props} />
  );
}

/** The typed text, and the one to search for: the same once typing pauses. */
function useSearchText(initial: string) {
  const [search, setSearch] = useState(initial);
  const [settled, setSettled] = useState(initial);
  const [, goTo] = useLocation();
  useEffect(() => {
    if (search === settled) return undefined;
    const timer = setTimeout(() => {
      setSettled(search);
      goTo(search === "" ? "/words" : `/words?q=${encodeURIComponent(search)}`, { replace: true });
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [search, settled, goTo]);
  return [search, settled, setSearch] as const;
}

import {
  Anchor,
  Badge,
  Figure,
  Figures,
  Headline,
  Row,
  SkeletonRows,
  Stack,
  Tabs,
  Text,
} from "@wordloom/ui";
import { Loaded, Reading } from "@wordloom/web";
import { readWordbook, readWordbookStats } from "virtual:endpoints";
import type { ComponentType } from "react";
import { useParams } from "wouter";
import { AsOf } from "../../features/as-of/as-of.tsx";
import { useAddress } from "../../features/address/use-address.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import { BookActs } from "./book-acts.tsx";
import { BookHistory } from "./book-history.tsx";
import { BookWords } from "./book-words.tsx";
import type { OfBook } from "./of-book.ts";
import { useBookTags } from "./use-book-tags.ts";

const parts = {
  words: BookWords,
  history: BookHistory,
} as const satisfies Record<string, ComponentType<OfBook>>;
type Part = keyof typeof parts;
const names = Object.keys(parts) as Part[];

/** One wordbook: its use, its words, and the acts on it. */
export function WordbookPage() {
  const { t } = useText();
  const { id = "" } = useParams();
  const book = useRead(readWordbook, { params: { id } });
  return (
    <Reading query={book} level={1} heading={t("wordbooks.one_failed")} skeleton={<SkeletonRows />}>
      {(data) => (
        <Stack space={3}>
          <Head book={data} />
          <Usage book={data} />
          <Parts book={data} />
        </Stack>
      )}
    </Reading>
  );
}

function Head({ book }: OfBook) {
  const { t } = useText();
  const { name, description, userId } = book;
  const tags = useBookTags(book);
  return (
    <Stack as="header" space={1}>
      <Text tone="soft" size="small">
        <Anchor href="/books">{t("wordbooks.back")}</Anchor>
      </Text>
      <Row spread>
        <Stack space={1}>
          <Headline>{name}</Headline>
          {description !== "" && (
            <Text dir="auto" tone="soft">
              {description}
            </Text>
          )}
        </Stack>
        <BookActs book={book} tags={tags} />
      </Row>
      <Row space={1}>
        {userId !== null && <Anchor href={`/users/${userId}`}>{t("wordbooks.of_learner")}</Anchor>}
        {tags?.map((tag) => (
          <Badge key={tag}>{tag}</Badge>
        ))}
      </Row>
    </Stack>
  );
}

function Usage({ book: { id } }: OfBook) {
  const { t, number, percent } = useText();
  const usage = useRead(readWordbookStats, { params: { id } });
  return (
    <Loaded of={usage} failed={t("wordbooks.stats_failed")}>
      {({ wordCount, activeUsers, studiedWords, masteredWords, accuracy, ...stats }) => (
        <Stack space={1}>
          <Figures>
            <Figure value={number(wordCount)} label={t("wordbooks.stat_words")} />
            <Figure value={number(activeUsers)} label={t("wordbooks.stat_learners")} />
            <Figure value={number(studiedWords)} label={t("wordbooks.stat_studied")} />
            <Figure value={number(masteredWords)} label={t("wordbooks.stat_mastered")} />
            <Figure
              value={accuracy === null ? "–" : percent(accuracy)}
              label={t("wordbooks.stat_accuracy")}
            />
          </Figures>
          <AsOf at={stats.accuracyComputedAt} />
        </Stack>
      )}
    </Loaded>
  );
}

function Parts({ book }: OfBook) {
  const { t } = useText();
  const [{ part }] = useAddress({ part: "words" });
  const shown = names.find((name) => name === part) ?? "words";
  const Shown = parts[shown];
  const hrefOf = (name: Part) => `/books/${book.id}${name === "words" ? "" : `?part=${name}`}`;
  return (
    <>
      <Tabs
        label={t("wordbooks.parts", { name: book.name })}
        items={names.map((name) => ({ href: hrefOf(name), label: t(`wordbooks.part_${name}`) }))}
        current={hrefOf(shown)}
      />
      <Shown book={book} />
    </>
  );
}

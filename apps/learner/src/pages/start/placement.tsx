import { Button, Headline, Headword, Progress, Row, SkeletonRows, Stack, Text } from "@wordloom/ui";
import type { Wordbook, WordPublic } from "@wordloom/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Reading, useKeys } from "@wordloom/web";
import { Choices } from "../../features/choices/choices.tsx";
import { meaningAttributes, wordAttributes } from "../../features/question/word-language.ts";
import { fetchInOrder } from "../../server-state/placement-words.ts";
import { isPlaced } from "./known-prefix.ts";
import { placementOptions, placementText, placementWords } from "./placement-options.ts";
import { PlacementResult } from "./placement-result.tsx";
import { useText } from "../../text/use-text.ts";
import styles from "./start-page.module.css";

const QUESTIONS = 20;
/** After the digits of the options, as on a telephone. */
const UNKNOWN_KEY = "0";

interface PlacementProps {
  /** Its words are in order of rank. */
  readonly book: Wordbook;
  readonly onDone: () => void;
  /** To the step before. */
  readonly onBack: () => void;
}

/**
 * Finds the starting point in a book: asks twenty words along it, and leaves out the surely known
 * ones.
 */
export function Placement({ book, onDone, onBack }: PlacementProps) {
  const { t } = useText();
  const [isAsking, setAsking] = useState(false);
  if (isAsking) return <Asking book={book} onDone={onDone} />;
  return (
    <Stack space={4}>
      <Stack space={1}>
        <Headline>{t("start.place")}</Headline>
        <Text tone="soft">{t("start.place_text", { count: QUESTIONS })}</Text>
      </Stack>
      <Row space={1} className={styles.actions}>
        <Button kind="primary" size="large" autoFocus onClick={onDone}>
          {t("start.first_word")}
        </Button>
        <Button size="large" onClick={() => setAsking(true)}>
          {t("start.place_begin")}
        </Button>
        <Button size="large" kind="plain" onClick={onBack}>
          {t("common.back")}
        </Button>
      </Row>
    </Stack>
  );
}

function Asking({ book, onDone }: Omit<PlacementProps, "onBack">) {
  const { t } = useText();
  const words = useQuery({
    queryKey: ["placement", book.id],
    queryFn: async () => {
      const byRank = await fetchInOrder(book);
      return { byRank, asked: placementWords(byRank, QUESTIONS) };
    },
    staleTime: Infinity,
  });
  const [answers, setAnswers] = useState<readonly boolean[]>([]);
  return (
    <Reading query={words} level={1} heading={t("start.place_failed")} skeleton={<SkeletonRows />}>
      {({ byRank, asked }) => {
        if (isPlaced(answers, asked.length))
          return <PlacementResult {...{ byRank, onDone, asked, answers }} />;
        return (
          <Question
            key={answers.length}
            {...{ byRank, asked }}
            at={answers.length}
            onAnswer={(isRight) => setAnswers([...answers, isRight])}
          />
        );
      }}
    </Reading>
  );
}

function Question({
  byRank,
  asked,
  at,
  onAnswer,
}: {
  readonly byRank: readonly WordPublic[];
  readonly asked: readonly WordPublic[];
  readonly at: number;
  readonly onAnswer: (isRight: boolean) => void;
}) {
  const { t } = useText();
  const word = asked[at];
  const options = word === undefined ? [] : placementOptions(word, asked, byRank);
  useKeys({ [UNKNOWN_KEY]: () => onAnswer(false) });
  if (word === undefined) return null;
  return (
    <Stack space={3}>
      <Progress
        label={t("start.place")}
        size="thin"
        value={at}
        max={asked.length}
        text={t("start.step", { at: at + 1, of: asked.length })}
        showText
      />
      <Headword as="h1" size="title" {...wordAttributes(word)} className={styles.question}>
        {word.text}
      </Headword>
      <Choices
        autoFocus
        choices={options.map((option) => ({
          key: option.id,
          text: placementText(option),
          attributes: meaningAttributes(option),
          isRight: option.id === word.id,
        }))}
        onChoose={({ isRight }) => onAnswer(isRight)}
      >
        <Button
          kind="plain"
          keys={UNKNOWN_KEY}
          className={styles.unknown}
          onClick={() => onAnswer(false)}
        >
          {t("start.place_unknown")}
        </Button>
      </Choices>
    </Stack>
  );
}

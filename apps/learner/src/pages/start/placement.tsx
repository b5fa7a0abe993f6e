import {
  Button,
  Headline,
  Headword,
  Notice,
  Progress,
  Row,
  SkeletonRows,
  Stack,
  Text,
  toast,
} from "@wordloom/ui";
import type { Wordbook, WordPublic } from "@wordloom/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Reading, refusalText } from "@wordloom/web";
import { languageOfText } from "../../features/question/text-language.ts";
import { bringBack, fetchByRank, leaveOut } from "../../server-state/placement-words.ts";
import { alongRanks, isPlaced, knownPrefix } from "./known-prefix.ts";
import { useText } from "../../text/use-text.ts";
import styles from "./start-page.module.css";

const QUESTIONS = 20;
const OPTIONS = 4;

interface PlacementProps {
  /** Its words are in order of rank. */
  readonly book: Wordbook;
  readonly onDone: () => void;
}

/**
 * Finds the starting point in a book: asks twenty words along it, and leaves out the surely known
 * ones.
 */
export function Placement({ book, onDone }: PlacementProps) {
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
      </Row>
    </Stack>
  );
}

function Asking({ book, onDone }: PlacementProps) {
  const { t } = useText();
  const words = useQuery({
    queryKey: ["placement", book.id],
    queryFn: () => fetchByRank(book),
    staleTime: Infinity,
  });
  const [answers, setAnswers] = useState<readonly boolean[]>([]);
  return (
    <Reading query={words} level={1} heading={t("start.place_failed")} skeleton={<SkeletonRows />}>
      {(byRank) => {
        const asked = alongRanks(byRank, QUESTIONS);
        if (isPlaced(answers, asked.length))
          return <Placed {...{ byRank, onDone, asked, answers }} />;
        return (
          <Question
            key={answers.length}
            asked={asked}
            at={answers.length}
            onAnswer={(isRight) => setAnswers([...answers, isRight])}
          />
        );
      }}
    </Reading>
  );
}

function Question({
  asked,
  at,
  onAnswer,
}: {
  readonly asked: readonly WordPublic[];
  readonly at: number;
  readonly onAnswer: (isRight: boolean) => void;
}) {
  const { t } = useText();
  const word = asked[at];
  if (word === undefined) return null;
  const options = optionsOf(asked, at);
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
      <Headword as="h1" size="title" lang={languageOfText(word.text)} className={styles.question}>
        {word.text}
      </Headword>
      <div className={styles.options}>
        {options.map((option, index) => (
          <Button
            key={option.id}
            autoFocus={index === 0}
            onClick={() => onAnswer(option.id === word.id)}
          >
            <span lang={languageOfText(option.meaning)}>{option.meaning}</span>
          </Button>
        ))}
        <Button kind="plain" className={styles.unknown} onClick={() => onAnswer(false)}>
          {t("start.place_unknown")}
        </Button>
      </div>
    </Stack>
  );
}

/** The word and three others of the test; the position of the right one follows from its number. */
function optionsOf(asked: readonly WordPublic[], at: number): readonly WordPublic[] {
  const steps = [0, 7, 11, 3].slice(0, Math.min(OPTIONS, asked.length));
  const options = steps.flatMap((step) => asked[(at + step) % asked.length] ?? []);
  const turn = (at * 7 + 3) % options.length;
  return [...new Set([...options.slice(turn), ...options.slice(0, turn)])];
}

function Placed({
  byRank,
  onDone,
  asked,
  answers,
}: Pick<PlacementProps, "onDone"> & {
  readonly byRank: readonly WordPublic[];
  readonly asked: readonly WordPublic[];
  readonly answers: readonly boolean[];
}) {
  const text = useText();
  const { t } = text;
  const [busy, setBusy] = useState(false);
  const known = Math.floor((knownPrefix(answers) * byRank.length) / asked.length);
  const missed = asked.filter((_, at) => answers[at] === false).map(({ id }) => id);
  const leaveOutKnown = async () => {
    setBusy(true);
    try {
      const first = byRank.slice(0, known).map(({ id }) => id);
      const ids = first.filter((id) => !missed.includes(id));
      await leaveOut(ids);
      const fail = (error: unknown) => toast({ text: refusalText(error, text), tone: "slip" });
      toast({
        text: t("start.left_out", { count: ids.length }),
        action: { label: t("start.bring_back"), run: () => void bringBack(ids).catch(fail) },
      });
      onDone();
    } catch (error) {
      toast({ text: refusalText(error, text), tone: "slip" });
      setBusy(false);
    }
  };
  if (known === 0) {
    return (
      <Stack space={4}>
        <Headline>{t("start.place_first")}</Headline>
        <Text tone="soft">{t("start.place_first_text")}</Text>
        <div>
          <Button kind="primary" size="large" autoFocus onClick={onDone}>
            {t("start.first_word")}
          </Button>
        </div>
      </Stack>
    );
  }
  return (
    <Stack space={4}>
      <Headline>{t("start.place_known", { count: known })}</Headline>
      <Notice>{t("start.place_known_text")}</Notice>
      <Row space={1} className={styles.actions}>
        <Button
          kind="primary"
          size="large"
          autoFocus
          busy={busy}
          onClick={() => void leaveOutKnown()}
        >
          {t("start.leave_out", { count: known })}
        </Button>
        <Button size="large" onClick={onDone}>
          {t("start.keep_all")}
        </Button>
      </Row>
    </Stack>
  );
}

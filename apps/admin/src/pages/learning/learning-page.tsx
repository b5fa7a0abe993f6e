import { Columns, Headline, Row, Segmented, Stack } from "@wordloom/ui";
import { readKpiSummary } from "virtual:endpoints";
import { useAddress } from "../../features/address/use-address.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import { AnswersByDay } from "./answers-by-day.tsx";
import { BookRank } from "./book-rank.tsx";
import { HardestWords } from "./hardest-words.tsx";
import { Hours } from "./hours.tsx";
import { LearningFigures } from "./learning-figures.tsx";
import { LearnersByDay } from "./learners-by-day.tsx";
import { ranges, type Days } from "./learning-range.ts";
import { Returning } from "./returning.tsx";
import { WordStates } from "./word-states.tsx";

/** Whether learners return and learn more: from their answers over time. */
export function LearningPage() {
  const { t } = useText();
  const [{ days: asked }, change] = useAddress({ days: "30" });
  const days = ranges.find((range) => range === asked) ?? "30";
  return (
    <Stack space={6}>
      <Row spread>
        <Headline>{useHeadline(days)}</Headline>
        <Segmented
          label={t("learning.range")}
          labelHidden
          size="small"
          value={days}
          onChange={(next) => change({ days: next })}
          options={ranges.map((value) => ({
            value,
            label: t("app-events.days", { count: Number(value) }),
          }))}
        />
      </Row>
      <LearningFigures days={days} />
      <LearnersByDay days={days} />
      <AnswersByDay days={days} />
      <Returning />
      <Columns>
        <WordStates days={days} />
        <Hours days={days} />
      </Columns>
      <BookRank days={days} />
      <HardestWords days={days} />
    </Stack>
  );
}

/** The headline: how many learned in the range, and how much. */
function useHeadline(days: Days): string {
  const { t, number } = useText();
  const { data } = useRead(readKpiSummary, { query: { days } }, { keepPrevious: true });
  if (data === undefined) return t("shell.learning");
  const [learners, answers] = [data.activeLearners.value ?? 0, data.answers.value ?? 0];
  if (answers === 0) return t("learning.head_none", { days: data.days });
  return t("learning.head", {
    learners,
    shown: number(learners),
    count: answers,
    answers: number(answers),
    days: data.days,
  });
}

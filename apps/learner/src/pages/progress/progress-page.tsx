import { Button, Columns, Empty, Headline, Row, Skeleton, Stack, Tabs, Text } from "@wordloom/ui";
import type { EnhancedStatistics } from "@wordloom/contract";
import { readEnhancedStatistics } from "virtual:endpoints";
import { Link, useSearchParams } from "wouter";
import { Reading } from "@wordloom/web";
import { useAppSettings } from "../../features/app-settings/use-app-settings.ts";
import { useRead } from "../../server-state/use-read.ts";
import { ActivityCalendar } from "./activity-calendar.tsx";
import { LearningCurve } from "./learning-curve.tsx";
import { RecallByAge, RecallByHour } from "./recall-charts.tsx";
import { WordsAtRisk } from "./words-at-risk.tsx";
import { WordsByState, useWordCounts } from "./words-by-state.tsx";
import { useText } from "../../text/use-text.ts";

const RANGES = [7, 30, 90] as const;

/** How well the learner retains what she learned. */
export function ProgressPage() {
  const { t } = useText();
  const statistics = useRead(readEnhancedStatistics, { query: {} });
  return (
    <Reading
      level={1}
      query={statistics}
      heading={t("progress.failed")}
      skeleton={<Skeleton height="20rem" />}
    >
      {(data) => (data.total === 0 ? <Nothing /> : <Report statistics={data} />)}
    </Reading>
  );
}

function Report({ statistics }: { readonly statistics: EnhancedStatistics }) {
  const { t } = useText();
  const [search] = useSearchParams();
  const wanted = Number(search.get("range"));
  const days = RANGES.find((range) => range === wanted) ?? 30;
  const items = RANGES.map((range) => ({
    href: `/progress?range=${range}`,
    label: t("progress.range_days", { days: range }),
  }));
  return (
    <Stack space={5}>
      <Head statistics={statistics} />
      <WordsByState />
      <ActivityCalendar daily={statistics.daily} />
      <WordsAtRisk />
      <RecallByHour />
      <Tabs label={t("progress.range")} items={items} current={`/progress?range=${days}`} />
      <Columns>
        <RecallByAge days={days} />
        <LearningCurve daily={statistics.daily} days={days} />
      </Columns>
      <Row space={3}>
        <Link href="/progress/how">{t("how.title")}</Link>
        <Link href="/answers">{t("answers.title")}</Link>
        <Link href="/sessions">{t("progress.sessions")}</Link>
      </Row>
    </Stack>
  );
}

function Head({ statistics }: { readonly statistics: EnhancedStatistics }) {
  const { t, percent, sentences } = useText();
  const { showStreak } = useAppSettings();
  const counts = useWordCounts();
  const { total: answers, accuracy, streak: days } = statistics;
  const summary = t("progress.summary", { answers, share: percent(accuracy) });
  return (
    <Stack space={1}>
      <Reading
        level={1}
        query={counts}
        heading={t("progress.failed")}
        skeleton={<Skeleton height="3rem" width="60%" />}
      >
        {({ mastered }) => <Headline>{t("progress.title", { count: mastered })}</Headline>}
      </Reading>
      <Text tone="soft">
        {sentences([summary, ...(showStreak ? [t("progress.summary_streak", { days })] : [])])}
      </Text>
    </Stack>
  );
}

function Nothing() {
  const { t } = useText();
  return (
    <Empty
      level={1}
      heading={t("progress.empty")}
      text={t("progress.empty_text")}
      action={
        <Button kind="primary" href="/study">
          {t("progress.study")}
        </Button>
      }
    />
  );
}

import { Columns, Headline, List, ListRow, Section, Skeleton, Stack, Text } from "@wordloom/ui";
import type { OverviewDashboard } from "@wordloom/contract";
import { Reading } from "@wordloom/web";
import { readMonitoringHealth } from "virtual:endpoints";
import { ToneMark } from "../../features/marks/tone-mark.tsx";
import { useOverview } from "../../features/overview/use-overview.ts";
import { useRefreshMs } from "../../features/overview/use-refresh-ms.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import { AnswersChart } from "./answers-chart.tsx";
import { headlineOf, sentencesOf, type Sentence } from "./sentences.ts";
import styles from "./overview.module.css";
import { TodayFigures } from "./today-figures.tsx";
import { WaitingList } from "./waiting-list.tsx";

/** Whether the service is healthy, and what needs a person's attention. */
export function OverviewPage() {
  const { t } = useText();
  const overview = useOverview();
  const health = useRead(readMonitoringHealth, {}, { refetchInterval: useRefreshMs() });
  return (
    <Reading query={overview} level={1} heading={t("overview.failed")} skeleton={<Shape />}>
      {(data) => <Shown data={data} health={health.data} />}
    </Reading>
  );
}

function Shown({
  data,
  health,
}: {
  readonly data: OverviewDashboard;
  readonly health: Parameters<typeof sentencesOf>[1];
}) {
  const text = useText();
  const { t, date } = text;
  const sentences = sentencesOf(data, health, text);
  const now = date(data.generatedAt, { dateStyle: "full", timeStyle: "short" });
  return (
    <Stack space={3}>
      <header>
        <Text tone="soft" size="small">
          {health === undefined ? now : t("overview.now", { now, version: health.version })}
        </Text>
        <Headline>{headlineOf(sentences, text)}</Headline>
      </header>
      <Columns split="wide-first">
        <Stack space={4} className={styles.sentences}>
          <List>
            {sentences.map((sentence) => (
              <SentenceRow key={sentence.key} sentence={sentence} />
            ))}
          </List>
          <AnswersChart today={data.today} before={data.sameDayLastWeek} />
        </Stack>
        <Stack space={4}>
          <WaitingList waiting={data.waiting} />
          <TodayFigures today={data.today} before={data.sameDayLastWeek} />
          <Section heading={t("overview.live")}>
            <Text tone="soft">{t("overview.live_now", { ...data.live })}</Text>
          </Section>
        </Stack>
      </Columns>
    </Stack>
  );
}

function SentenceRow({ sentence: { tone, text, figure, href } }: { readonly sentence: Sentence }) {
  const { t } = useText();
  return (
    <ListRow
      lead={<ToneMark tone={tone} name={t(`overview.mark_${tone}`)} />}
      end={figure}
      href={href}
    >
      <span className={tone === "slip" ? styles.bad : undefined}>{text}</span>
    </ListRow>
  );
}

function Shape() {
  return (
    <Stack space={3}>
      <Skeleton width="60%" height="2.75rem" />
      {["a", "b", "c", "d", "e"].map((row) => (
        <Skeleton key={row} height="2.5rem" />
      ))}
    </Stack>
  );
}

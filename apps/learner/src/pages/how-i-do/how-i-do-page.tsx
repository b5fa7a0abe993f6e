import { Button, Empty, Headline, Section, Skeleton, Stack, Text } from "@wordloom/ui";
import type { Strategy, UserState } from "@wordloom/contract";
import { useQuery } from "@tanstack/react-query";
import { readStrategy, readTrueRetention, readUserState } from "virtual:endpoints";
import { Link } from "wouter";
import { Reading } from "@wordloom/web";
import { BEST_TIME_DAYS, bestTime } from "../../features/clock/best-time.ts";
import { call } from "../../server-state/api.ts";
import { suggestions, type Suggestion } from "../../server-state/study-words.ts";
import { useRead } from "../../server-state/use-read.ts";
import { serviceTime } from "../../platform/service-time.ts";
import { moodParts, readMood, type MoodLevel, type MoodPart } from "./read-mood.ts";
import { useText } from "../../text/use-text.ts";
import styles from "./how-i-do-page.module.css";

interface Estimate {
  readonly state: UserState;
  readonly strategy: Strategy;
  readonly suggested: readonly Suggestion[];
}

async function readEstimate(): Promise<Estimate> {
  const [state, strategy, suggested] = await Promise.all([
    call(readUserState),
    call(readStrategy),
    suggestions(),
  ]);
  return { state, strategy, suggested };
}

/** What the engine estimates about the learner, what follows from it, and how it knows. */
export function HowIDoPage() {
  const { t } = useText();
  const estimate = useQuery({ queryKey: ["how-i-do"], queryFn: readEstimate });
  return (
    <Stack space={4}>
      <Text size="small">
        <Link href="/progress">{t("how.back")}</Link>
      </Text>
      <Reading
        level={1}
        query={estimate}
        heading={t("how.failed")}
        skeleton={<Skeleton height="16rem" />}
      >
        {(data) => (data.state.totalEventCount === 0 ? <Nothing /> : <Report {...data} />)}
      </Reading>
    </Stack>
  );
}

function Report({ state, strategy, suggested }: Estimate) {
  const { t, relative, sentences, percent } = useText();
  const levels = readMood(state, suggested);
  const when = relative(state.lastActiveAt, serviceTime.nowMs());
  const { batchSize: count, newRatio, reviewMode } = strategy;
  const plan = reviewMode
    ? t("how.plan_reviews", { count })
    : t("how.plan", { count, share: percent(newRatio) });
  return (
    <Stack space={4}>
      <Stack space={1}>
        <Headline>{t("how.title")}</Headline>
        <Text tone="soft">{sentences([t("how.text"), t("how.when", { when })])}</Text>
      </Stack>
      <dl className={styles.parts}>
        {moodParts.map((part) => (
          <Part key={part} part={part} level={levels[part]} />
        ))}
      </dl>
      <Section ruled heading={t("how.follows")}>
        <Text>{plan}</Text>
      </Section>
      <Section ruled heading={t("how.time")}>
        <BestTime />
      </Section>
    </Stack>
  );
}

/** One estimate: in words, what follows, and where it comes from. */
function Part({ part, level }: { readonly part: MoodPart; readonly level: MoodLevel }) {
  const { t } = useText();
  return (
    <div className={styles.part}>
      <dt className={styles.name}>{t(`how.${part}`)}</dt>
      <dd className={styles.said}>
        <Text as="span" className={styles.level}>
          {t(`how.${part}_${level}`)}
        </Text>
        <Text tone="soft">{t(`how.${part}_${level}_so`)}</Text>
        <details>
          <summary>{t("how.why")}</summary>
          <Text tone="soft" size="small">
            {t(`how.${part}_why`)}
          </Text>
        </details>
      </dd>
    </div>
  );
}

function BestTime() {
  const { t, date, percent } = useText();
  const { data } = useRead(readTrueRetention, { query: { days: BEST_TIME_DAYS } });
  if (data === undefined) return <Skeleton height="1.5rem" />;
  const best = bestTime(data.byHour);
  if (best === undefined) return <Text>{t("progress.hours_few")}</Text>;
  const hour = date(new Date(2000, 0, 1, best.around), { hour: "numeric" });
  return <Text>{t("progress.hours_sentence", { hour, share: percent(best.share) })}</Text>;
}

function Nothing() {
  const { t } = useText();
  return (
    <Empty
      level={1}
      heading={t("how.empty")}
      text={t("how.empty_text")}
      action={
        <Button kind="primary" href="/study">
          {t("progress.study")}
        </Button>
      }
    />
  );
}

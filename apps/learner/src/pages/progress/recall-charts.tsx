import { Section, Skeleton, Text } from "@wordloom/ui";
import { Bars } from "@wordloom/ui/charts";
import type { TrueRetention } from "@wordloom/contract";
import { readTrueRetention } from "virtual:endpoints";
import { Reading } from "@wordloom/web";
import { BEST_TIME_DAYS, bestTime, pairAround } from "../../features/clock/best-time.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";

interface Range {
  readonly days: number;
}

/** Share of reviews that were recalled, by the time since the word was last seen. */
export function RecallByAge({ days }: Range) {
  const { t } = useText();
  const query = useRead(readTrueRetention, { query: { days } }, { keepPrevious: true });
  return (
    <Section heading={t("progress.age")}>
      <Reading query={query} heading={t("progress.failed")} skeleton={<Skeleton height="9rem" />}>
        {(data) => <AgeBars data={data} />}
      </Reading>
    </Section>
  );
}

function AgeBars({ data: { byAge, target } }: { readonly data: TrueRetention }) {
  const { t, percent, number } = useText();
  const answers = byAge.reduce((sum, age) => sum + age.answers, 0);
  if (answers === 0) return <Text tone="soft">{t("progress.age_none")}</Text>;
  const correct = byAge.reduce((sum, age) => sum + age.correct, 0);
  const rows = byAge.map((age) => ({
    name: t(`progress.age_${age.label}`),
    share: age.answers === 0 ? 0 : age.correct / age.answers,
    // An age without answers has no share: 0 % would be wrong.
    shareText: age.answers === 0 ? "–" : percent(age.correct / age.answers),
    answers: age.answers,
  }));
  const share = percent(correct / answers);
  return (
    <Bars
      label={t("progress.age")}
      sentence={t("progress.age_sentence", { share, target: percent(target) })}
      bars={rows.map((row) => ({
        label: row.name,
        value: row.share,
        valueText: row.shareText,
        text: t("progress.hour_text", {
          hour: row.name,
          share: row.shareText,
          count: row.answers,
        }),
      }))}
      table={{
        caption: t("progress.age"),
        columns: [
          t("progress.column_age"),
          t("progress.column_right"),
          t("progress.column_answers"),
        ],
        rows: rows.map((row) => [row.name, row.shareText, number(row.answers)]),
      }}
    />
  );
}

/**
 * The same by hour of the learner's clock. A week has too few answers an hour, so the range of the
 * screen does not matter.
 */
export function RecallByHour() {
  const { t } = useText();
  const query = useRead(readTrueRetention, { query: { days: BEST_TIME_DAYS } });
  return (
    <Section heading={t("progress.hours")}>
      <Text size="small" tone="soft">
        {t("progress.hours_range", { days: BEST_TIME_DAYS })}
      </Text>
      <Reading query={query} heading={t("progress.failed")} skeleton={<Skeleton height="9rem" />}>
        {(data) => <HourBars data={data} />}
      </Reading>
    </Section>
  );
}

function HourBars({ data: { byHour } }: { readonly data: TrueRetention }) {
  const { t, percent, number, date } = useText();
  const nameOf = (hour: number) => date(new Date(2000, 0, 1, hour), { hour: "numeric" });
  const rows = byHour.map(({ hour, answers, correct }) => ({
    hour,
    answers,
    share: answers === 0 ? 0 : correct / answers,
    name: nameOf(hour),
  }));
  const asked = rows.filter(({ answers }) => answers > 0);
  const best = bestTime(byHour);
  const bestHours: readonly number[] = best === undefined ? [] : pairAround(best.around);
  const sentence =
    best === undefined
      ? t("progress.hours_few")
      : t("progress.hours_sentence", { hour: nameOf(best.around), share: percent(best.share) });
  return (
    <Bars
      label={t("progress.hours")}
      sentence={sentence}
      bars={rows.map(({ hour, name, share, answers }) => ({
        label: hour % 6 === 0 ? name : "",
        value: share,
        valueText: "",
        text: t("progress.hour_text", { hour: name, share: percent(share), count: answers }),
        now: bestHours.includes(hour),
      }))}
      table={{
        caption: t("progress.hours"),
        columns: [
          t("progress.column_hour"),
          t("progress.column_right"),
          t("progress.column_answers"),
        ],
        rows: asked.map(({ name, share, answers }) => [name, percent(share), number(answers)]),
      }}
    />
  );
}

import { Section, Text } from "@wordloom/ui";
import { Bars } from "@wordloom/ui/charts";
import { Loaded, useNowMs } from "@wordloom/web";
import { readPackStats } from "virtual:endpoints";
import { chartTable } from "../../features/chart-csv/chart-table.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText, type Translator } from "../../text/use-text.ts";
import { failedOn, outcomeDays, type OutcomeDay } from "./outcomes.ts";

const DAYS = 14;

/** Installations reported by apps, by day. */
export function PackInstalls({ packId }: { readonly packId: string }) {
  const text = useText();
  const { t } = text;
  const nowMs = useNowMs();
  const stats = useRead(readPackStats, { params: { pack_id: packId }, query: { days: DAYS } });
  return (
    <Section heading={t("resource-packs.installs")}>
      <Loaded of={stats} failed={t("resource-packs.figures_failed")}>
        {({ byDay = [] }) => {
          if (byDay.length === 0) {
            return <Text tone="soft">{t("resource-packs.installs_none", { days: DAYS })}</Text>;
          }
          const days = outcomeDays(byDay, DAYS, nowMs);
          return (
            <Bars
              label={t("resource-packs.installs")}
              sentence={sentenceOf(days, text)}
              note={t("resource-packs.installs_note")}
              bars={days.map((day) => barOf(day, text))}
              table={tableOf(days, text)}
            />
          );
        }}
      </Loaded>
    </Section>
  );
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

function sentenceOf(days: readonly OutcomeDay[], { t, list }: Translator): string {
  const installed = sumOf(days.map((day) => day.installed));
  const failed = sumOf(days.map(failedOn));
  const kinds = Map.groupBy(
    days.flatMap(({ failures }) => failures),
    ({ outcome }) => outcome,
  );
  const names = [...kinds].map(
    ([outcome, some]) =>
      `${t(`resource-packs.outcome_${outcome}`)} ${sumOf(some.map(({ count }) => count))}`,
  );
  return failed === 0
    ? t("resource-packs.installs_well", { days: DAYS, installed })
    : t("resource-packs.installs_bad", { days: DAYS, installed, failed, kinds: list(names) });
}

function barOf(day: OutcomeDay, { t, date, number }: Translator) {
  const failed = failedOn(day);
  const value = day.installed + failed;
  const name = date(day.day, { month: "short", day: "numeric", timeZone: "UTC" });
  return {
    label: date(day.day, { day: "numeric", timeZone: "UTC" }),
    value,
    valueText: value === 0 ? "" : number(value),
    text: t("resource-packs.installs_day", { day: name, installed: day.installed, failed }),
    backlog: failed,
  };
}

function tableOf(days: readonly OutcomeDay[], { t, date, number }: Translator) {
  return chartTable(t("resource-packs.installs"), days, [
    {
      header: t("resource-packs.day"),
      text: ({ day }) => date(day, { dateStyle: "medium", timeZone: "UTC" }),
      value: ({ day }) => new Date(day).toISOString().slice(0, 10),
    },
    {
      header: t("resource-packs.outcome_installed"),
      text: ({ installed }) => number(installed),
      value: ({ installed }) => installed,
    },
    {
      header: t("resource-packs.not_installed"),
      text: (day) => number(failedOn(day)),
      value: failedOn,
    },
  ]);
}

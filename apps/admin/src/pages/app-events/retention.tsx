import { Empty, Section, Stack, Text } from "@wordloom/ui";
import { Loaded } from "@wordloom/web";
import { readAppEventRetention } from "virtual:endpoints";
import { CsvButton } from "../../features/chart-csv/csv-button.tsx";
import { CohortMatrix, cohortTable } from "../../features/cohorts/cohort-matrix.tsx";
import { meanOfWeek, type Cohort } from "../../features/cohorts/cohort-mean.ts";
import { useWeeks, WeeksField } from "../../features/cohorts/weeks-field.tsx";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import type { PartProps } from "./report-days.ts";

const SPANS = [7, 13, 26] as const;

/** The share of each week's new learners who return, week by week. */
export function Retention({ days }: PartProps) {
  const text = useText();
  const { t } = text;
  const [weeks, change] = useWeeks(SPANS);
  const query = { days, weeks };
  const retention = useRead(readAppEventRetention, { query }, { keepPrevious: true });
  const cohorts = retention.data?.cohorts ?? [];
  return (
    <Section
      heading={t("app-events.part_retention")}
      action={<CsvButton table={cohortTable(t("app-events.part_retention"), cohorts, text)} />}
    >
      <Stack space={2}>
        <WeeksField label={t("app-events.cohorts")} spans={SPANS} weeks={weeks} onChange={change} />
        <Loaded of={retention} failed={t("app-events.failed")}>
          {() =>
            cohorts.every(({ size }) => size === 0) ? (
              <Empty level={3} heading={t("app-events.no_cohorts")} />
            ) : (
              <Comings cohorts={cohorts} />
            )
          }
        </Loaded>
      </Stack>
    </Section>
  );
}

function Comings({ cohorts }: { readonly cohorts: readonly Cohort[] }) {
  const { t, percent } = useText();
  const mean = meanOfWeek(cohorts, 1);
  return (
    <Stack space={2}>
      <Text tone="soft">
        {mean === undefined
          ? t("app-events.retention_young")
          : t("app-events.retention_sentence", { share: percent(mean) })}
      </Text>
      <CohortMatrix caption={t("app-events.part_retention")} cohorts={cohorts} />
    </Stack>
  );
}

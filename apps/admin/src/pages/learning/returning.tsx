import { Stack, Text } from "@wordloom/ui";
import { readRegistrationCohorts } from "virtual:endpoints";
import { CohortMatrix, cohortTable } from "../../features/cohorts/cohort-matrix.tsx";
import { meanOfWeek } from "../../features/cohorts/cohort-mean.ts";
import { useWeeks, WeeksField } from "../../features/cohorts/weeks-field.tsx";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import { ReportSection } from "./report-section.tsx";

const SPANS = [8, 13, 26] as const;

/** The share of each week's new learners who still answer, week by week. */
export function Returning() {
  const text = useText();
  const { t, percent } = text;
  const [weeks, change] = useWeeks(SPANS);
  const query = { weeks };
  const returning = useRead(readRegistrationCohorts, { query }, { keepPrevious: true });
  const cohorts = returning.data?.cohorts ?? [];
  const mean = meanOfWeek(cohorts, 1);
  return (
    <ReportSection
      heading={t("learning.returning")}
      report={returning}
      none={t("learning.no_cohorts")}
      isNone={() => cohorts.every(({ size }) => size === 0)}
      table={cohortTable(t("learning.returning"), cohorts, text)}
    >
      {() => (
        <Stack space={2}>
          <Text tone="soft">
            {mean === undefined
              ? t("learning.returning_young")
              : t("learning.returning_sentence", { share: percent(mean) })}
          </Text>
          <WeeksField label={t("learning.cohorts")} spans={SPANS} weeks={weeks} onChange={change} />
          <CohortMatrix caption={t("learning.returning")} cohorts={cohorts} />
        </Stack>
      )}
    </ReportSection>
  );
}

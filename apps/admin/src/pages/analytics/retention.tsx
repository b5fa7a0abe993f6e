import { Empty, Row, Section, SelectField, Stack, Table, Text, type Column } from "@wordloom/ui";
import type { AppEventRetention } from "@wordloom/contract";
import { Loaded } from "@wordloom/web";
import { readAppEventRetention } from "virtual:endpoints";
import type { CSSProperties } from "react";
import { useAddress } from "../../features/address/use-address.ts";
import { chartTable } from "../../features/chart-csv/chart-table.ts";
import { CsvButton } from "../../features/chart-csv/csv-button.tsx";
import { useRead } from "../../server-state/use-read.ts";
import { useText, type Translator } from "../../text/use-text.ts";
import styles from "./analytics.module.css";
import { dayText } from "./day-curve.tsx";
import type { PartProps } from "./report-days.ts";
import { meanOfWeek } from "./retention-mean.ts";

const SPANS = ["7", "13", "26"] as const;

type Cohort = AppEventRetention["cohorts"][number];

/** How many of those who began in a week still come, week by week. */
export function Retention({ days }: PartProps) {
  const text = useText();
  const { t } = text;
  const [{ weeks: asked }, change] = useAddress({ weeks: "7" });
  const weeks = SPANS.find((span) => span === asked) ?? "7";
  const query = { days, weeks: Number(weeks) };
  const retention = useRead(readAppEventRetention, { query }, { keepPrevious: true });
  const cohorts = retention.data?.cohorts ?? [];
  return (
    <Section
      heading={t("analytics.part_retention")}
      action={<CsvButton table={fileOf(cohorts, text)} />}
    >
      <Stack space={2}>
        <Row>
          <SelectField
            label={t("analytics.cohorts")}
            value={weeks}
            options={SPANS.map((value) => ({
              value,
              label: t("analytics.weeks", { count: Number(value) }),
            }))}
            onChange={(next) => change({ weeks: next })}
          />
        </Row>
        <Loaded of={retention} failed={t("analytics.failed")}>
          {() =>
            cohorts.every(({ size }) => size === 0) ? (
              <Empty level={3} heading={t("analytics.no_cohorts")} />
            ) : (
              <Matrix cohorts={cohorts} />
            )
          }
        </Loaded>
      </Stack>
    </Section>
  );
}

function Matrix({ cohorts }: { readonly cohorts: readonly Cohort[] }) {
  const text = useText();
  const { t, percent, number } = text;
  const mean = meanOfWeek(cohorts, 1);
  const week = (at: number): Column<Cohort> => ({
    ...{ key: String(at), header: t("analytics.week", { week: at }), align: "end" },
    cell: ({ cells }) => {
      const share = cells[at];
      if (share === undefined) return null;
      return (
        <span className={styles.cell} style={{ "--share": share } as CSSProperties}>
          {percent(share)}
        </span>
      );
    },
  });
  return (
    <Stack space={2}>
      <Text tone="soft">
        {mean === undefined
          ? t("analytics.retention_young")
          : t("analytics.retention_sentence", { share: percent(mean) })}
      </Text>
      <Table
        caption={t("analytics.part_retention")}
        captionHidden
        dense
        rows={cohorts}
        rowKey={({ cohortStart }) => cohortStart}
        columns={[
          {
            ...{ key: "from", header: t("analytics.week_of"), rowHeader: true },
            cell: ({ cohortStart }) => (
              <span className={styles.day}>{dayText(cohortStart, text)}</span>
            ),
          },
          {
            ...{ key: "size", header: t("analytics.learners"), align: "end" },
            cell: ({ size }) => number(size),
          },
          ...cohorts.map((_, at) => week(at)),
        ]}
      />
    </Stack>
  );
}

function fileOf(cohorts: readonly Cohort[], { t, percent, number }: Translator) {
  const begun = ({ cohortStart }: Cohort) => cohortStart;
  return chartTable(t("analytics.part_retention"), cohorts, [
    { header: t("analytics.week_of"), text: begun, value: begun },
    {
      ...{ header: t("analytics.learners"), value: ({ size }) => size },
      text: ({ size }) => number(size),
    },
    ...cohorts.map((_, at) => ({
      header: t("analytics.week", { week: at }),
      text: ({ cells }: Cohort) => (cells[at] === undefined ? "" : percent(cells[at])),
      value: ({ cells }: Cohort) => cells[at] ?? null,
    })),
  ]);
}

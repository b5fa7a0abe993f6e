import { Empty, Section, Stack } from "@wordloom/ui";
import type { ChartTable } from "@wordloom/ui/charts";
import { Loaded, type Query } from "@wordloom/web";
import type { ReactNode } from "react";
import { AsOf } from "../../features/as-of/as-of.tsx";
import { CsvButton } from "../../features/chart-csv/csv-button.tsx";
import { useText } from "../../text/use-text.ts";

interface ReportProps<T> {
  readonly heading: string;
  readonly report: Query<T>;
  /** When the service computed a stored report; by default the time of reading. */
  readonly computedAt?: (data: T) => string;
  /** The text shown if there are no figures. */
  readonly none: string;
  readonly isNone: (data: T) => boolean;
  /** The figures as a file, if no chart offers it. */
  readonly table?: ChartTable | undefined;
  readonly children: (data: T) => ReactNode;
}

/** One report with its heading and the time of its computation. */
export function ReportSection<T>(props: ReportProps<T>) {
  const { heading, report, computedAt, none, isNone, table, children } = props;
  const { t } = useText();
  return (
    <Section
      heading={heading}
      action={table === undefined ? undefined : <CsvButton table={table} />}
    >
      <Loaded of={report} failed={t("learning.failed")}>
        {(data) => (
          <Stack space={2}>
            {isNone(data) ? <Empty level={3} heading={none} /> : children(data)}
            <AsOf at={computedAt?.(data) ?? report.dataUpdatedAt} />
          </Stack>
        )}
      </Loaded>
    </Section>
  );
}

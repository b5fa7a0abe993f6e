import { Badge, Row, Stack, Table, Text } from "@wordloom/ui";
import type { Experiment, ExperimentMetric, ExperimentMetrics } from "@wordloom/contract";
import type { ReactNode } from "react";
import { chartTable, type FigureColumn } from "../../features/chart-csv/chart-table.ts";
import { CsvButton } from "../../features/chart-csv/csv-button.tsx";
import { useText, type Translator } from "../../text/use-text.ts";
import {
  differenceText,
  metricRows,
  valueText,
  type Bounds,
  type MetricRow,
} from "./experiment-text.ts";
import { IntervalMark } from "./interval-mark.tsx";

interface MetricTableProps {
  readonly experiment: Experiment;
  readonly measured: ExperimentMetrics;
}

/** Every metric in both arms, each with its interval; differences for the deciding ones. */
export function MetricTable({ experiment, measured }: MetricTableProps) {
  const text = useText();
  const { t } = text;
  const rows = metricRows(experiment.primaryMetric, measured);
  return (
    <Stack space={1}>
      <Table
        dense
        captionHidden
        caption={t("experiments.metrics")}
        rows={rows}
        rowKey={({ metric }) => metric}
        columns={[
          { key: "metric", header: t("experiments.metric"), rowHeader: true, cell: nameCell(text) },
          ...(["control", "treatment"] as const).map((arm) => ({
            key: arm,
            header: t(`experiments.${arm}`),
            align: "end" as const,
            cell: (row: MetricRow) => armCell(row.metric, row[arm], text),
          })),
          {
            key: "difference",
            header: t("experiments.difference"),
            align: "end",
            cell: (row) => differenceCell(row, text),
          },
          {
            key: "interval",
            header: t("experiments.interval"),
            cell: (row) => <IntervalMark row={row} rows={rows} />,
          },
          {
            key: "p",
            header: t("experiments.p_value"),
            align: "end",
            cell: ({ difference }) => pText(difference?.pValue ?? null, text),
          },
        ]}
      />
      <Row>
        <CsvButton table={figuresTable(rows, text)} />
      </Row>
    </Stack>
  );
}

const nameCell = ({ t }: Translator) =>
  function Name({ metric, role, verdict }: MetricRow) {
    return (
      <Stack space={0}>
        <span>{t(`experiments.metric_${metric}`)}</span>
        <Text as="span" tone="soft" size="small">
          {t(`experiments.role_${role}`)}
        </Text>
        {verdict !== undefined && verdict !== "undecided" && (
          <span>
            <Badge tone={verdict === "better" ? "firm" : "slip"}>
              {t(`experiments.verdict_${verdict}`)}
            </Badge>
          </span>
        )}
      </Stack>
    );
  };

function armCell(metric: ExperimentMetric, figure: MetricRow["control"], text: Translator) {
  if (figure === undefined || figure.mean === null) return "–";
  const say = (value: number | null) => valueText(metric, value, text);
  const learners = text.t("experiments.learners", {
    shown: text.number(figure.n),
    count: figure.n,
  });
  return withBounds(say(figure.mean), `${boundsText(figure, say)} · ${learners}`);
}

function differenceCell({ metric, difference }: MetricRow, text: Translator) {
  if (difference === undefined || difference.diff === null) return "–";
  const say = (value: number | null) => differenceText(metric, value, text);
  return withBounds(say(difference.diff), boundsText(difference, say));
}

function boundsText({ low, high }: Bounds, say: (value: number | null) => string): string {
  return low === null || high === null ? "–" : `${say(low)} … ${say(high)}`;
}

function withBounds(value: string, bounds: string): ReactNode {
  return (
    <Stack space={0}>
      <span>{value}</span>
      <Text as="span" tone="soft" size="small" figures>
        {bounds}
      </Text>
    </Stack>
  );
}

function pText(pValue: number | null, { number }: Translator): string {
  if (pValue === null) return "–";
  return pValue < 0.001 ? `< ${number(0.001)}` : number(pValue, { maximumFractionDigits: 3 });
}

/** The means, the differences and their bounds, as a file. */
function figuresTable(rows: readonly MetricRow[], { t }: Translator) {
  const figure = (
    header: string,
    value: (row: MetricRow) => number | null | undefined,
  ): FigureColumn<MetricRow> => ({
    header,
    text: (row) => String(value(row) ?? "–"),
    value: (row) => value(row) ?? null,
  });
  const low = (of: string) => `${of}: ${t("experiments.low")}`;
  const high = (of: string) => `${of}: ${t("experiments.high")}`;
  const arms = (["control", "treatment"] as const).flatMap((arm) => {
    const name = t(`experiments.${arm}`);
    return [
      figure(name, (row) => row[arm]?.mean),
      figure(low(name), (row) => row[arm]?.low),
      figure(high(name), (row) => row[arm]?.high),
    ];
  });
  const difference = t("experiments.difference");
  return chartTable(t("experiments.metrics"), rows, [
    {
      header: t("experiments.metric"),
      text: ({ metric }) => t(`experiments.metric_${metric}`),
      value: ({ metric }) => metric,
    },
    ...arms,
    figure(difference, (row) => row.difference?.diff),
    figure(low(difference), (row) => row.difference?.low),
    figure(high(difference), (row) => row.difference?.high),
    figure(t("experiments.p_value"), (row) => row.difference?.pValue),
  ]);
}

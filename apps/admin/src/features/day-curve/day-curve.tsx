import { Curve, roundUp, type ChartProps, type CurveLine } from "@wordloom/ui/charts";
import { chartTable, type FigureColumn } from "../chart-csv/chart-table.ts";
import { labeled } from "../units/labeled.ts";
import { withRunningEnd } from "./running-end.ts";
import { useText, type Translator } from "../../text/use-text.ts";

interface OfDay {
  /** yyyy-MM-dd */
  readonly day: string;
}

interface DayLine<Row> extends Pick<CurveLine, "future" | "tone"> {
  readonly name: string;
  readonly value: (row: Row) => number;
}

interface DayCurveProps<Row> extends Pick<ChartProps, "label" | "sentence"> {
  readonly note?: string;
  readonly rows: readonly Row[];
  readonly lines: readonly DayLine<Row>[];
  /** A value as displayed. */
  readonly valueText: (value: number) => string;
  /** Columns of the table in addition to those of the lines. */
  readonly more?: readonly FigureColumn<Row>[];
  /** The last row is today, whose incomplete count must not look like a drop. */
  readonly endsToday?: boolean;
}

/** Number of labels below that also fits on a phone. */
const LABELS = 4;

const msOf = ({ day }: OfDay) => Date.parse(`${day}T00:00:00Z`);

/** "Nov 23": a day of the service, independent of the browser's time zone. */
export function dayText(day: string, { date }: Translator): string {
  return date(`${day}T00:00:00Z`, { month: "short", day: "numeric", timeZone: "UTC" });
}

/** Lines by day, with the table behind them. */
export function DayCurve<Row extends OfDay>(props: DayCurveProps<Row>) {
  const { rows, lines, valueText, more = [], label, endsToday = false, note, ...said } = props;
  const text = useText();
  const notes = [...(note ? [note] : []), ...(endsToday ? [text.t("app-events.today_runs")] : [])];
  const top = roundUp(Math.max(2, ...rows.flatMap((row) => lines.map(({ value }) => value(row)))));
  const inWords = (row: Row) =>
    text.list(lines.map(({ name, value }) => `${name} ${valueText(value(row))}`));
  return (
    <Curve
      label={label}
      {...said}
      note={text.sentences(notes) || undefined}
      lines={lines.flatMap(({ name, value, ...look }) => {
        const points = rows.map((row) => [msOf(row), value(row)] as const);
        return endsToday ? withRunningEnd({ name, ...look, points }) : [{ name, ...look, points }];
      })}
      points={rows.map((row) => ({
        x: msOf(row),
        y: lines[0]?.value(row) ?? 0,
        kind: "unseen" as const,
        text: `${dayText(row.day, text)}: ${inWords(row)}`,
      }))}
      xTicks={labeled(rows, LABELS).map((row) => ({
        at: msOf(row),
        label: dayText(row.day, text),
      }))}
      yTicks={[0, top / 2, top].map((at) => ({ at, label: valueText(at) }))}
      yRange={[0, top]}
      height={220}
      table={chartTable(label, rows, [
        {
          header: text.t("app-events.day"),
          text: ({ day }) => dayText(day, text),
          value: ({ day }) => day,
        },
        ...lines.map(({ name, value }) => ({
          header: name,
          value,
          text: (row: Row) => valueText(value(row)),
        })),
        ...more,
      ])}
    />
  );
}

import { useMemo, type PointerEvent } from "react";
import { cx } from "../cx.ts";
import { dateOf, levelsOf, monthMarks, weeksOf, weekStartOf, type Day } from "./calendar.ts";
import styles from "./chart.module.css";
import { ChartFrame, type ChartProps } from "./chart-frame.tsx";
import { useWalk } from "./use-walk.ts";
import { useWidth } from "./use-width.ts";

export interface HeatmapProps extends Omit<ChartProps, "table"> {
  /** Days that have a value; the others are empty. */
  days: readonly { readonly day: Day; readonly value: number }[];
  from: Day;
  to: Day;
  /** Language and region of the person: names of months and days, and the start of the week. */
  locale: string;
  /** 1 (Monday) to 7 (Sunday); by default that of the locale. */
  weekStart?: number | undefined;
  /** A day in words, also for 0: "12 November: 34 words". */
  textOf: (day: Day, value: number) => string;
  labels: {
    readonly less: string;
    readonly more: string;
    readonly tableCaption: string;
    readonly day: string;
    readonly value: string;
  };
  valueText: (value: number) => string;
}

const GAP = 3;
const NAMES = 16;
const STEPS = { ArrowUp: -1, ArrowDown: 1, ArrowLeft: -7, ArrowRight: 7 };

/**
 * A calendar of activity with one column per week, which begins on the learner's first day of the
 * week. Shows the latest weeks that fit; the table has all of them.
 */
export function Heatmap({
  label,
  days,
  from,
  to,
  locale,
  weekStart = weekStartOf(locale),
  textOf,
  labels,
  valueText,
  ...frame
}: HeatmapProps) {
  const [around, width] = useWidth();
  const all = useMemo(() => weeksOf(from, to, weekStart), [from, to, weekStart]);
  const values = useMemo(() => new Map(days.map(({ day, value }) => [day, value])), [days]);
  const level = useMemo(() => levelsOf([...values.values()]), [values]);
  const side = weekdayWidth(locale);
  const cell = Math.min(15, Math.max(11, Math.floor((width - side) / all.length) - GAP));
  const weeks = all.slice(-Math.max(1, Math.floor((width - side) / (cell + GAP))));
  const shown = weeks.flat().filter((day) => day !== undefined);
  const valueOf = (day: Day) => values.get(day) ?? 0;
  const walk = useWalk({
    count: shown.length,
    label,
    steps: STEPS,
    textOf: (at) => textOf(shown[at] ?? to, valueOf(shown[at] ?? to)),
  });
  const place = { cell, side, weeks };
  return (
    <ChartFrame
      {...frame}
      legend={<Scale less={labels.less} more={labels.more} />}
      read={walk.text}
      table={tableOf({ days, labels, locale, valueText })}
    >
      <div ref={around} className={styles.place}>
        <svg
          width={side + weeks.length * (cell + GAP)}
          height={NAMES + 7 * (cell + GAP)}
          className={styles.calendar}
          onPointerMove={(event) => walk.point(pointed(event, place, shown))}
          onPointerLeave={() => walk.point(undefined)}
          {...walk.props}
        >
          <Names {...place} locale={locale} />
          {weeks.map((week, column) =>
            week.map((day, row) =>
              day === undefined ? null : (
                <rect
                  key={day}
                  className={cx(
                    styles[`level${level(valueOf(day))}`],
                    walk.at !== undefined && shown[walk.at] === day && styles.here,
                  )}
                  x={side + column * (cell + GAP)}
                  y={NAMES + row * (cell + GAP)}
                  width={cell}
                  height={cell}
                  rx="3"
                />
              ),
            ),
          )}
        </svg>
      </div>
    </ChartFrame>
  );
}

interface Place {
  readonly cell: number;
  readonly side: number;
  readonly weeks: readonly (readonly (Day | undefined)[])[];
}

function Names({ cell, side, weeks, locale }: Place & { locale: string }) {
  const month = new Intl.DateTimeFormat(locale, { month: "short", timeZone: "UTC" });
  const dayName = new Intl.DateTimeFormat(locale, { weekday: "short", timeZone: "UTC" });
  const whole = weeks.find((week) => week.every((day) => day !== undefined)) ?? [];
  return (
    <>
      {monthMarks(weeks).map(({ week, day }) => (
        <text key={day} className={styles.calendarName} x={side + week * (cell + GAP)} y="10">
          {month.format(dateOf(day))}
        </text>
      ))}
      {[0, 2, 4].map((row) => {
        const day = whole[row];
        return (
          <text
            key={row}
            className={styles.calendarName}
            x="0"
            y={NAMES + row * (cell + GAP) + cell / 2}
            dy="0.35em"
          >
            {day === undefined ? "" : dayName.format(dateOf(day))}
          </text>
        );
      })}
    </>
  );
}

function Scale({ less, more }: { less: string; more: string }) {
  return (
    <div className={styles.scale}>
      {less}
      <svg width={5 * 15} height="12" aria-hidden="true">
        {([0, 1, 2, 3, 4] as const).map((level) => (
          <rect
            key={level}
            className={styles[`level${level}`]}
            x={level * 15}
            width="12"
            height="12"
            rx="3"
          />
        ))}
      </svg>
      {more}
    </div>
  );
}

/** Width of the longest name of a day, where the squares begin. */
function weekdayWidth(locale: string): number {
  const names = new Intl.DateTimeFormat(locale, { weekday: "short", timeZone: "UTC" });
  const widths = [2, 4, 6].map((day) =>
    [...names.format(dateOf(`2026-11-0${day}`))].reduce(
      (sum, letter) => sum + (letter > "\u2e7f" ? 13 : 7.5),
      0,
    ),
  );
  return Math.ceil(Math.max(...widths)) + 6;
}

function pointed(
  event: PointerEvent<SVGSVGElement>,
  { cell, side, weeks }: Place,
  shown: readonly Day[],
): number | undefined {
  const box = event.currentTarget.getBoundingClientRect();
  const column = Math.floor((event.clientX - box.left - side) / (cell + GAP));
  const row = Math.floor((event.clientY - box.top - NAMES) / (cell + GAP));
  const day = weeks[column]?.[row];
  return day === undefined ? undefined : shown.indexOf(day);
}

function tableOf({
  days,
  labels,
  locale,
  valueText,
}: Pick<HeatmapProps, "days" | "labels" | "locale" | "valueText">) {
  const date = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" });
  return {
    caption: labels.tableCaption,
    columns: [labels.day, labels.value],
    rows: days
      .filter(({ value }) => value > 0)
      .toSorted((left, right) => (left.day < right.day ? 1 : -1))
      .map(({ day, value }) => [date.format(dateOf(day)), valueText(value)]),
  };
}

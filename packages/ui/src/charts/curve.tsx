import type { PointerEvent } from "react";
import { cx } from "../cx.ts";
import styles from "./chart.module.css";
import { ChartFrame, type ChartProps } from "./chart-frame.tsx";
import { Mark, type MarkKind } from "./mark.tsx";
import { extent, linear, nearest, pathOf } from "./scales.ts";
import { useWalk } from "./use-walk.ts";
import { useWidth } from "./use-width.ts";

export interface CurveLine {
  readonly points: readonly (readonly [x: number, y: number])[];
  /** Dashed: expected values, or values to compare with. */
  readonly future?: boolean | undefined;
  readonly tone?: "firm" | "slip" | "soft" | undefined;
  /** Its name in the legend; without one it belongs to the line before. */
  readonly name?: string | undefined;
}

export interface CurvePoint {
  readonly x: number;
  readonly y: number;
  readonly kind: MarkKind;
  /** The weight of the point, 0 to 1; larger is drawn bigger. */
  readonly weight?: number | undefined;
  /** Read out when the point is focused: "9 November: missed at 51 %". */
  readonly text: string;
}

interface Tick {
  readonly at: number;
  readonly label: string;
}

export interface CurveProps extends ChartProps {
  lines: readonly CurveLine[];
  points?: readonly CurvePoint[] | undefined;
  xTicks: readonly Tick[];
  yTicks: readonly Tick[];
  xRange?: readonly [number, number] | undefined;
  /** 0 to 1 by default, a probability. */
  yRange?: readonly [number, number] | undefined;
  /** Explains the shapes of the points. */
  legend?: readonly { readonly kind: MarkKind; readonly label: string }[] | undefined;
  height?: number | undefined;
}

const TOP = 14;
const BOTTOM = 30;
const RIGHT = 14;

/** Lines over time with points on them, on a grid: the memory of a word, a calibration. */
export function Curve({
  label,
  lines,
  points = [],
  xTicks,
  yTicks,
  xRange = extent([
    ...lines.flatMap((line) => line.points.map(([x]) => x)),
    ...points.map(({ x }) => x),
  ]),
  yRange = [0, 1],
  legend = [],
  height = 240,
  ...frame
}: CurveProps) {
  const [around, width] = useWidth();
  const left = 12 + 8 * Math.max(2, ...yTicks.map((tick) => [...tick.label].length));
  const x = linear(xRange, [left + 8, width - RIGHT]);
  const y = linear(yRange, [height - BOTTOM, TOP]);
  const walk = useWalk({ count: points.length, label, textOf: (at) => points[at]?.text ?? "" });
  const hover = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const here = ((event.clientX - box.left) / box.width) * width;
    walk.point(
      nearest(
        points.map((point) => x(point.x)),
        here,
      ),
    );
  };
  return (
    <ChartFrame
      {...frame}
      legend={legendOf(legend, lines)}
      read={points.length > 0 ? walk.text : undefined}
    >
      <div ref={around} className={styles.place}>
        <svg
          viewBox={`0 0 ${width} ${height}`}
          className={styles.chart}
          onPointerMove={points.length > 0 ? hover : undefined}
          onPointerLeave={() => walk.point(undefined)}
          {...walk.props}
        >
          <Grid {...{ xTicks, yTicks, x, y, left, width, height }} />
          {lines.map((line, at) => (
            <Line key={at} line={line} points={line.points.map(([px, py]) => [x(px), y(py)])} />
          ))}
          {walk.at !== undefined && (
            <path
              className={styles.cursor}
              d={pathOf([
                [x(points[walk.at]?.x ?? 0), TOP],
                [x(points[walk.at]?.x ?? 0), height - BOTTOM],
              ])}
            />
          )}
          {points.map((point, at) => (
            <Mark key={at} kind={point.kind} x={x(point.x)} y={y(point.y)} weight={point.weight} />
          ))}
        </svg>
      </div>
    </ChartFrame>
  );
}

/** A single point is drawn as a dot, because it makes no line. */
function Line({
  line,
  points,
}: {
  line: CurveLine;
  points: readonly (readonly [x: number, y: number])[];
}) {
  const [first] = points;
  return points.length === 1 && first !== undefined ? (
    <circle className={lookOf(line)} cx={first[0]} cy={first[1]} r={2} />
  ) : (
    <path className={lookOf(line)} d={pathOf(points)} />
  );
}

function lookOf({ tone = "firm", future }: CurveLine): string {
  return cx(styles.line, styles[tone], future && styles.future);
}

function Grid({
  xTicks,
  yTicks,
  x,
  y,
  left,
  width,
  height,
}: {
  xTicks: readonly Tick[];
  yTicks: readonly Tick[];
  x: (value: number) => number;
  y: (value: number) => number;
  left: number;
  width: number;
  height: number;
}) {
  return (
    <g>
      {yTicks.map(({ at, label }) => (
        <g key={at}>
          <path className={styles.grid} d={`M${left} ${y(at)}H${width - RIGHT}`} />
          <text className={styles.tick} x={left - 8} y={y(at)} dy="0.35em" textAnchor="end">
            {label}
          </text>
        </g>
      ))}
      {xTicks.map(({ at, label }) => (
        <text
          key={at}
          className={styles.tick}
          x={x(at)}
          y={height - 8}
          textAnchor={x(at) < left + 30 ? "start" : x(at) > width - 40 ? "end" : "middle"}
        >
          {label}
        </text>
      ))}
    </g>
  );
}

function legendOf(marks: LegendProps["marks"], lines: readonly CurveLine[]) {
  const named = lines.filter(({ name }) => name !== undefined);
  return marks.length + named.length > 0 ? <Legend marks={marks} lines={named} /> : undefined;
}

interface LegendProps {
  marks: readonly { readonly kind: MarkKind; readonly label: string }[];
  lines: readonly CurveLine[];
}

function Legend({ marks, lines }: LegendProps) {
  return (
    <ul className={styles.legend}>
      {lines.map((line) => (
        <li key={line.name} className={styles.legendItem}>
          <svg viewBox="0 0 24 16" width="24" height="16" aria-hidden="true">
            <path className={lookOf(line)} d="M2 8H22" />
          </svg>
          {line.name}
        </li>
      ))}
      {marks.map(({ kind, label }) => (
        <li key={kind} className={styles.legendItem}>
          <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
            <Mark kind={kind} x={8} y={8} />
          </svg>
          {label}
        </li>
      ))}
    </ul>
  );
}

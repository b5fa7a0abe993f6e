import { cx } from "../cx.ts";
import styles from "./chart.module.css";
import { placeNames } from "./bar-names.ts";
import { ChartFrame, type ChartProps } from "./chart-frame.tsx";
import { linear } from "./scales.ts";
import { useWalk } from "./use-walk.ts";
import { useWidth } from "./use-width.ts";

interface Bar {
  /** Text below the bar; may be "" if there is no room to name each. */
  readonly label: string;
  readonly value: number;
  /** The value as displayed. */
  readonly valueText: string;
  /** Read out when the bar is focused: "Monday: 24 words". */
  readonly text: string;
  /** Highlights the bar: today. */
  readonly now?: boolean | undefined;
  /** The share at the bottom of the bar that is left over from earlier. */
  readonly backlog?: number | undefined;
}

export interface BarsProps extends ChartProps {
  bars: readonly Bar[];
  height?: number | undefined;
}

const TOP = 22;
const BOTTOM = 24;
/** People compare bars by height; with few bars, this limit keeps them from becoming blocks. */
const THICKEST = 64;

/** Quantities side by side: the next seven days, the hours of a day. */
export function Bars({ label, bars, height = 148, ...frame }: BarsProps) {
  const [around, width] = useWidth();
  const walk = useWalk({ count: bars.length, label, textOf: (at) => bars[at]?.text ?? "" });
  const step = width / Math.max(1, bars.length);
  const thick = Math.min(THICKEST, Math.max(2, step - Math.min(10, step * 0.25)));
  const top = Math.max(1, ...bars.map(({ value }) => value));
  const y = linear([0, top], [height - BOTTOM, TOP]);
  const base = height - BOTTOM;
  const widest = Math.max(...bars.map(({ valueText }) => [...valueText].length));
  const valuesFit = step >= widest * 8 + 4;
  const names = placeNames(bars, width);
  return (
    <ChartFrame {...frame} read={valuesFit ? undefined : walk.text}>
      <div ref={around} className={styles.place}>
        <svg
          viewBox={`0 0 ${width} ${height}`}
          className={styles.chart}
          onPointerMove={(event) => {
            const box = event.currentTarget.getBoundingClientRect();
            const at = Math.floor(((event.clientX - box.left) / box.width) * bars.length);
            walk.point(Math.min(bars.length - 1, Math.max(0, at)));
          }}
          onPointerLeave={() => walk.point(undefined)}
          {...walk.props}
        >
          <path className={styles.grid} d={`M0 ${base + 0.5}H${width}`} />
          {bars.map((bar, at) => {
            const left = at * step + (step - thick) / 2;
            const middle = at * step + step / 2;
            const at0 = { left, thick, y, base };
            const name = names.get(at);
            return (
              <g key={at} className={cx(bar.now && styles.today)}>
                <Column bar={bar} active={walk.at === at} {...at0} />
                {(valuesFit || walk.at === at) && (
                  <text className={styles.value} x={middle} y={y(bar.value) - 7}>
                    {bar.valueText}
                  </text>
                )}
                {name !== undefined && (
                  <text
                    className={styles.name}
                    x={name.x}
                    y={height - 6}
                    style={{ textAnchor: name.anchor }}
                  >
                    {bar.label}
                  </text>
                )}
              </g>
            );
          })}
        </svg>
      </div>
    </ChartFrame>
  );
}

function Column({
  bar,
  active,
  left,
  thick,
  y,
  base,
}: {
  bar: Bar;
  active: boolean;
  left: number;
  thick: number;
  y: (value: number) => number;
  base: number;
}) {
  const [top, late] = [y(bar.value), y(Math.min(bar.value, bar.backlog ?? 0))];
  const radius = Math.min(4, thick / 4, Math.max(0, base - top));
  const rounded =
    `M${left} ${base}V${top + radius}q0 ${-radius} ${radius} ${-radius}` +
    `H${left + thick - radius}q${radius} 0 ${radius} ${radius}V${base}Z`;
  return (
    <>
      <path className={cx(styles.bar, active && styles.active)} d={rounded} />
      {late < base && <path className={styles.late} d={hatched(left, late, thick, base - late)} />}
    </>
  );
}

/** Slanted lines over a rectangle: marks the overdue part by texture instead of color. */
function hatched(left: number, top: number, wide: number, high: number): string {
  const lines: string[] = [];
  for (let from = -high; from < wide; from += 6) {
    const x1 = Math.max(0, from);
    const x2 = Math.min(wide, from + high);
    if (x2 <= x1) continue;
    lines.push(
      `M${left + x1} ${top + high - (x1 - from)}L${left + x2} ${top + high - (x2 - from)}`,
    );
  }
  return lines.join("");
}

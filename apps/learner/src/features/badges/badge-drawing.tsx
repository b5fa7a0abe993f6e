import { cx } from "@wordloom/ui";
import type { Badge } from "@wordloom/contract";
import styles from "./badge-drawing.module.css";

interface Form {
  /** Outline on a grid of 64. */
  readonly outline: string;
  /** A second line inside the outline. */
  readonly inner: string;
  /** A small sign above the number. */
  readonly sign: string;
  /** Height of the number's middle. */
  readonly numberAt: number;
}

/** A circle with waves, or with corners if there are few of them. */
function wavy(waves: number, radius: number, depth: number): string {
  const steps = waves * 8;
  const points = Array.from({ length: steps }, (_, step) => {
    const angle = (step / steps) * 2 * Math.PI - Math.PI / 2;
    const at = radius + depth * Math.cos(waves * (angle + Math.PI / 2));
    return `${(32 + at * Math.cos(angle)).toFixed(1)} ${(32 + at * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${points.join("L")}Z`;
}

function circle(radius: number): string {
  const half = `a${radius} ${radius} 0 1 1 0`;
  return `M32 ${32 - radius}${half} ${2 * radius}${half}-${2 * radius}Z`;
}

/** Words woven in, days like flames, mastery as a seal, answers in a frame. */
const forms: Readonly<Record<string, Form>> = {
  words: {
    outline: circle(28),
    inner: circle(23.5),
    sign: "M25 17.5h14M25 21.5h14M28.5 14v11M32 14v11M35.5 14v11",
    numberAt: 39,
  },
  streak: {
    outline:
      "M33 3c2.4 9.8 22 15.6 22 34.5a23 23 0 0 1-46 0c0-8.4 4-13.6 8.8-17.8.6 4.6 2.7 7.3 6 8.4" +
      "C23.2 19.8 26 10 33 3Z",
    inner: "M33.5 12.500C37 19.5 50.5 25 50.5 37.500a18.5 18.5 0 0 1-37 0c0-4 1-7 2.8-9.6",
    sign: "",
    numberAt: 41,
  },
  mastered: {
    outline: wavy(12, 27.5, 1.7),
    inner: circle(22.5),
    sign: "m32 12.5 1.9 4 4.3.5-3.2 3 .8 4.4-3.8-2.1-3.8 2.1.8-4.4-3.2-3 4.3-.5Z",
    numberAt: 38.5,
  },
  answers: {
    outline: "M32 4 56 18v28L32 60 8 46V18Z",
    inner: "M32 9.5 51.5 20.800v22.400L32 54.5 12.5 43.200V20.800Z",
    sign: "m26.5 20 4 4 7.5-8.5",
    numberAt: 39,
  },
};

const ofFirstWord = "words";

/** A badge as a drawing: filled once it is earned, an outline until then. */
export function BadgeDrawing({
  badge: { id, unlocked },
  size = 56,
  isFresh = false,
}: {
  readonly badge: Pick<Badge, "id" | "unlocked">;
  /** In px. */
  readonly size?: number;
  /** It was just earned, so it appears with a motion. */
  readonly isFresh?: boolean;
}) {
  const [measure = ofFirstWord, goal] = id.split("_");
  const form = forms[measure] ?? forms[ofFirstWord];
  const number = /^\d+$/.test(goal ?? "") ? goal : "1";
  if (form === undefined) return null;
  return (
    <svg
      viewBox="0 0 64 64"
      width={size}
      height={size}
      aria-hidden="true"
      className={cx(styles.badge, unlocked && styles.earned, isFresh && styles.fresh)}
    >
      <path className={styles.outline} d={form.outline} />
      <path className={styles.inner} d={form.inner} />
      <path className={styles.sign} d={form.sign} />
      <text
        className={styles.number}
        x="32"
        y={form.numberAt}
        textAnchor="middle"
        dominantBaseline="central"
        fontSize={number?.length === 4 ? 14 : number?.length === 3 ? 17 : 20}
      >
        {number}
      </text>
    </svg>
  );
}

import { cx } from "@wordloom/ui";
import type { SessionState } from "../../features/study-session/session-state.ts";
import styles from "./weave.module.css";

/** More would be too small to see on a phone. */
const STITCHES_MAX = 60;
const STEP = 12;

/** The session as a woven band: a stitch for each answer, which appear one after the other. */
export function Weave({ history }: Pick<SessionState, "history">) {
  const answers = history.slice(-STITCHES_MAX);
  const width = Math.max(1, answers.length) * STEP;
  return (
    <svg
      className={styles.weave}
      viewBox={`0 0 ${width} 16`}
      style={{ maxWidth: width * 1.5 }}
      aria-hidden="true"
    >
      {answers.map(({ id, isCorrect }, at) => (
        <path
          key={id}
          className={cx(styles.stitch, !isCorrect && styles.missed)}
          style={{ animationDelay: `calc(${at} * var(--moment) / 6)` }}
          d={
            at % 2 === 0
              ? `M${at * STEP + 2} 11C${at * STEP + 4} 4 ${at * STEP + 8} 4 ${at * STEP + 10} 11`
              : `M${at * STEP + 2} 5C${at * STEP + 4} 12 ${at * STEP + 8} 12 ${at * STEP + 10} 5`
          }
        />
      ))}
    </svg>
  );
}

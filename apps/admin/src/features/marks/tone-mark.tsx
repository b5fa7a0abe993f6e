import { cx } from "@wordloom/ui";
import styles from "./tone-mark.module.css";

/** Bad, worth knowing, or good. */
export type Tone = "slip" | "plain" | "firm";

interface MarkProps {
  readonly tone: Tone;
  /** Read out in its place. */
  readonly name: string;
}

/** A square, a diamond or a dot, so that color is not needed to distinguish them. */
export function ToneMark({ tone, name }: MarkProps) {
  return <span className={cx(styles.mark, styles[tone])} role="img" aria-label={name} />;
}

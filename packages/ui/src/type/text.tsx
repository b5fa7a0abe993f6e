import type { ComponentProps, HTMLAttributes } from "react";
import { cx } from "../cx.ts";
import { withWordBreaks } from "./word-breaks.tsx";
import styles from "./text.module.css";

/** A serif sentence that says what a screen is about. `size` 1 to 4, 4 the largest. */
export function Headline({
  level = 1,
  size = 3,
  className,
  children,
  ...rest
}: ComponentProps<"h1"> & {
  level?: 1 | 2 | 3 | undefined;
  size?: 1 | 2 | 3 | 4 | undefined;
}) {
  const Tag = `h${level}` as const;
  return (
    <Tag className={cx(styles.headline, styles[`head${size}`], className)} {...rest}>
      {withWordBreaks(children)}
    </Tag>
  );
}

/** A word being learned, in the serif. Carries the language of the word where it is known. */
export function Headword({
  size = "row",
  as: Tag = "span",
  className,
  ...rest
}: Omit<HTMLAttributes<HTMLElement>, "lang"> & {
  lang: string | undefined;
  /** In a list, as the title of its page, or as the question. */
  size?: "row" | "title" | "question" | undefined;
  as?: "span" | "p" | "h1" | "h2" | "h3" | "dt" | undefined;
}) {
  return <Tag className={cx(styles.headword, styles[size], className)} {...rest} />;
}

/** Text in a different tone: soft accompanies something, faint may be overlooked. */
export function Text({
  as: Tag = "p",
  tone = "ink",
  size = "regular",
  figures = false,
  className,
  ...rest
}: HTMLAttributes<HTMLElement> & {
  dateTime?: string | undefined;
  as?: "p" | "span" | "div" | "small" | "strong" | "dt" | "dd" | "time" | undefined;
  tone?: "ink" | "soft" | "faint" | "firm" | "slip" | undefined;
  size?: "small" | "regular" | "large" | undefined;
  /** Digits of equal width, for numbers that line up vertically or change in place. */
  figures?: boolean | undefined;
}) {
  const name = cx(styles[tone], styles[`${size}Text`], figures && styles.figures, className);
  return <Tag className={name} {...rest} />;
}

/** A large serif number with its unit below. Several belong in `Figures`. */
export function Figure({
  value,
  label,
  tone = "ink",
  className,
  ...rest
}: ComponentProps<"div"> & {
  value: string;
  label: string;
  tone?: "ink" | "firm" | "slip" | undefined;
}) {
  return (
    <div className={cx(styles.figure, className)} {...rest}>
      <dd className={cx(styles.value, styles[tone])}>{value}</dd>
      <dt className={styles.label}>{label}</dt>
    </div>
  );
}

/** Figures side by side between two hairlines. */
export function Figures({ className, ...rest }: ComponentProps<"dl">) {
  return <dl className={cx(styles.figureRow, className)} {...rest} />;
}

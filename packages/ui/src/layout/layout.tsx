import type { ComponentProps, CSSProperties, ReactNode } from "react";
import { cx } from "../cx.ts";
import { Divider } from "./divider.tsx";
import styles from "./layout.module.css";

/** Steps of the 8-px grid; 0.5 is 4 px. */
export type Space = 0 | 0.5 | 1 | 2 | 3 | 4 | 5 | 6 | 8 | 12;

const spaceOf = (step: Space): string =>
  step === 0 ? "0" : step === 0.5 ? "var(--space-half)" : `var(--space-${step})`;

const gap = (step: Space): CSSProperties => ({ gap: spaceOf(step) });

/** Limits the page's width and adds its gutters. `as="main"` for a screen's content. */
export function Page({
  as: Tag = "div",
  className,
  ...rest
}: ComponentProps<"div"> & { as?: "div" | "main" | "header" | "footer" | undefined }) {
  return <Tag className={cx(styles.page, className)} {...rest} />;
}

/** A centered column of a comfortable reading width, 640 px. */
export function Narrow({ className, ...rest }: ComponentProps<"div">) {
  return <div className={cx(styles.narrow, className)} {...rest} />;
}

/** Stacks its children vertically. */
export function Stack({
  space = 2,
  as: Tag = "div",
  className,
  style,
  ...rest
}: ComponentProps<"div"> & {
  space?: Space | undefined;
  as?: "div" | "section" | "main" | "article" | "aside" | "header" | undefined;
}) {
  return (
    <Tag className={cx(styles.stack, className)} style={{ ...gap(space), ...style }} {...rest} />
  );
}

/** Places its children side by side; they wrap if there is no room. */
export function Row({
  space = 2,
  align = "center",
  spread = false,
  className,
  style,
  ...rest
}: ComponentProps<"div"> & {
  space?: Space | undefined;
  align?: "center" | "start" | "baseline" | "end" | undefined;
  /** The first at the start, the last at the end. */
  spread?: boolean | undefined;
}) {
  return (
    <div
      className={cx(styles.row, styles[align], spread && styles.spread, className)}
      style={{ ...gap(space), ...style }}
      {...rest}
    />
  );
}

/**
 * Two columns on wide screens, one on others.
 * `split`: equal halves; "wide-first" 5 to 4, as on Today; "margin" with a margin of 264 px, as on
 * Study.
 */
export function Columns({
  split = "equal",
  className,
  ...rest
}: ComponentProps<"div"> & { split?: "equal" | "wide-first" | "margin" | undefined }) {
  return <div className={cx(styles.columns, styles[split], className)} {...rest} />;
}

/** A part of a screen: a small heading, its actions, and its content. */
export function Section({
  heading,
  level = 2,
  action,
  ruled = false,
  className,
  children,
  ...rest
}: Omit<ComponentProps<"section">, "title"> & {
  heading: ReactNode;
  level?: 2 | 3 | 4 | undefined;
  /** At the end of the heading's line: a link, a figure. */
  action?: ReactNode;
  /** With a hairline above. */
  ruled?: boolean | undefined;
}) {
  const Heading = `h${level}` as const;
  return (
    <section className={cx(styles.section, className)} {...rest}>
      {ruled && <Divider className={styles.sectionRule} />}
      <div className={styles.sectionHead}>
        <Heading className={styles.heading}>{heading}</Heading>
        {action !== undefined && (
          <div className={styles.sectionAction} data-flush="">
            {action}
          </div>
        )}
      </div>
      {children}
    </section>
  );
}

import { useRef } from "react";
import { cx } from "../cx.ts";
import { Anchor } from "../ui-provider.tsx";
import { useCurrentInView } from "./use-current-in-view.ts";
import styles from "./tabs.module.css";

/** The parts of a screen, each with its own address. */
export function Tabs({
  label,
  items,
  current,
  className,
}: {
  /** What the tabs divide. */
  label: string;
  items: readonly {
    readonly href: string;
    readonly label: string;
    /** Number of items behind the tab. */
    readonly count?: string | undefined;
  }[];
  /** The href of the active tab. */
  current: string;
  className?: string | undefined;
}) {
  const nav = useRef<HTMLElement>(null);
  useCurrentInView(nav, current);
  return (
    <nav ref={nav} data-tabs aria-label={label} className={cx(styles.tabs, className)}>
      {items.map((item) => (
        <Anchor
          key={item.href}
          href={item.href}
          className={styles.tab}
          {...(item.href === current ? { "aria-current": "page" } : {})}
        >
          {item.label}
          {item.count !== undefined && <span className={styles.count}> {item.count}</span>}
        </Anchor>
      ))}
    </nav>
  );
}

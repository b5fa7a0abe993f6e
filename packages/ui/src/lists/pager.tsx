import type { ReactNode } from "react";
import { Button } from "../controls/button.tsx";
import { cx } from "../cx.ts";
import { ChevronLeftIcon, ChevronRightIcon } from "../icons/icons.tsx";
import { useUi } from "../ui-provider.tsx";
import styles from "./pager.module.css";

/** Navigation between the pages of a long list. Hidden if there is only one page. */
export function Pager({
  label,
  page,
  pages,
  text,
  hrefOf,
  onPage,
  className,
}: {
  /** What the pages list. */
  label: string;
  /** From 1. */
  page: number;
  pages: number;
  /** "Page 3 of 12". */
  text: string;
  /** The address of a page; or use `onPage` if pages have no address. */
  hrefOf?: ((page: number) => string) | undefined;
  onPage?: ((page: number) => void) | undefined;
  className?: string | undefined;
}) {
  const { labels } = useUi();
  if (pages <= 1) return null;
  const to = (next: number, icon: ReactNode, name: string) => (
    <Button
      size="small"
      aria-label={name}
      icon={icon}
      disabled={next < 1 || next > pages}
      href={next < 1 || next > pages ? undefined : hrefOf?.(next)}
      onClick={() => onPage?.(next)}
    />
  );
  return (
    <nav aria-label={label} className={cx(styles.pager, className)}>
      {to(page - 1, <ChevronLeftIcon size={18} />, labels.previousPage)}
      <span className={styles.text}>{text}</span>
      {to(page + 1, <ChevronRightIcon size={18} />, labels.nextPage)}
    </nav>
  );
}

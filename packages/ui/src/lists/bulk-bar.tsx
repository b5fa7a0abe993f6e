import { useEffect, type ReactNode } from "react";
import { IconButton } from "../controls/icon-button.tsx";
import { LiveRegion } from "../feedback/live-region.tsx";
import { CloseIcon } from "../icons/icons.tsx";
import { holdToasts } from "../layers/toaster.tsx";
import { useUi } from "../ui-provider.tsx";
import styles from "./bulk-bar.module.css";

/** Actions for the selected rows; stays at the lower edge while any row is selected. */
export function BulkBar({
  count,
  text,
  onClear,
  children,
}: {
  count: number;
  /** "3 chosen": shown, and read out when it changes. */
  text: string;
  onClear: () => void;
  /** Buttons. */
  children: ReactNode;
}) {
  const { labels } = useUi();
  const isOpen = count > 0;
  // Messages that can wait would lie on the rows and on the bar.
  useEffect(() => (isOpen ? holdToasts() : undefined), [isOpen]);
  return (
    <>
      <LiveRegion text={isOpen ? text : ""} />
      {isOpen && (
        <div className={styles.bar} role="group" aria-label={text}>
          <IconButton label={labels.clear} size="small" onClick={onClear}>
            <CloseIcon size={18} />
          </IconButton>
          <span className={styles.text}>{text}</span>
          <div className={styles.actions}>{children}</div>
        </div>
      )}
    </>
  );
}

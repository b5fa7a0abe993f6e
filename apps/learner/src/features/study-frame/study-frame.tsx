import { Narrow, Page, Progress } from "@wordloom/ui";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { UpgradeNotice } from "../shell/upgrade-notice.tsx";
import { useText } from "../../text/use-text.ts";
import styles from "./study-frame.module.css";

/** The frame of a study screen without a question: an exit at the top, one thing in the middle. */
export function StudyFrame({ children }: { readonly children: ReactNode }) {
  return (
    <Page className={styles.screen}>
      <StudyBar />
      <UpgradeNotice forcedOnly />
      <main className={styles.middle}>
        <Narrow>{children}</Narrow>
      </main>
    </Page>
  );
}

/** The exit, the progress of the session, and further actions. */
export function StudyBar({
  done,
  all,
  share,
  leave,
  onLeave,
  children,
}: {
  readonly done?: number;
  readonly all?: number;
  /** 0 to 1, where the way is finer than what is counted. */
  readonly share?: number;
  readonly leave?: string;
  readonly onLeave?: () => void;
  readonly children?: ReactNode;
}) {
  const { t } = useText();
  const text = all === undefined ? undefined : t("study.progress", { done: done ?? 0, all });
  return (
    <header className={styles.bar}>
      <Link href="/" className={styles.leave} onClick={onLeave}>
        {leave ?? t("study.leave")}
      </Link>
      <div className={styles.track}>
        {all !== undefined && (
          <Progress
            label={t("study.progress_label")}
            value={share === undefined ? (done ?? 0) : share * all}
            max={Math.max(1, all)}
            text={text}
            size="thin"
          />
        )}
      </div>
      {text !== undefined && (
        // A new key lets it move, which is the only sign of a recall that leads to the next word.
        <span key={done} className={styles.count} aria-hidden="true">
          {text}
        </span>
      )}
      {children}
    </header>
  );
}

import { Page, Skeleton, Stack } from "@wordloom/ui";
import frame from "../../features/study-frame/study-frame.module.css";
import { StudyBar } from "../../features/study-frame/study-frame.tsx";
import { useText } from "../../text/use-text.ts";
import styles from "./study.module.css";

/** The outline of a question, shown until the words are loaded. */
export function StudySkeleton() {
  const { t } = useText();
  return (
    <Page className={frame.screen}>
      <StudyBar />
      <main className={styles.layout} aria-busy="true" aria-label={t("study.loading")}>
        <div className={styles.card}>
          <div className={styles.face}>
            <Skeleton width="min(320px, 60%)" height="72px" shape="block" />
          </div>
          <Stack space={1} className={styles.options}>
            {[1, 2, 3, 4].map((place) => (
              <Skeleton key={place} height="60px" shape="block" />
            ))}
          </Stack>
        </div>
      </main>
    </Page>
  );
}

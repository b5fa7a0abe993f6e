import { Button, Empty, Row } from "@wordloom/ui";
import { readStudyToday } from "virtual:endpoints";
import type { StudyAim } from "../../features/study-session/open-study.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";

/** Why there is no question, and the next step. */
export function NothingToStudy({
  because,
  aim,
  onRetry,
}: {
  readonly because: "no-book" | "all-done" | "offline";
  readonly aim: StudyAim;
  readonly onRetry: () => void;
}) {
  const { t } = useText();
  const later = useRead(readStudyToday).data?.dueLater ?? 0;
  switch (because) {
    case "no-book":
      return (
        <Empty
          level={1}
          heading={t("study.no_book")}
          text={t("study.no_book_text")}
          action={
            <Button kind="primary" href="/start">
              {t("study.choose_book")}
            </Button>
          }
        />
      );
    case "offline":
      return (
        <Empty
          level={1}
          heading={t("study.offline")}
          text={t("study.offline_text")}
          action={
            <Button kind="primary" onClick={onRetry}>
              {t("common.retry")}
            </Button>
          }
        />
      );
    case "all-done":
      return (
        <Empty
          level={1}
          heading={t(later > 0 ? "study.done_for_now" : "study.all_done")}
          text={t(texts[aim === "plan" || aim === "new" ? aim : "other"])}
          action={
            aim === "plan" ? (
              <GoOn />
            ) : aim === "new" ? (
              <WithoutNew />
            ) : (
              <Button kind="primary" href="/">
                {t("shell.to_today")}
              </Button>
            )
          }
        />
      );
  }
}

const texts = {
  plan: "study.all_done_text",
  new: "study.none_new_text",
  other: "study.none_ahead_text",
} as const;

/** The plan of the day is through, and the learner wants more. */
function GoOn() {
  const { t } = useText();
  return (
    <Row space={1}>
      <Button kind="primary" href="/study?practise=new">
        {t("study.more_new")}
      </Button>
      <Button href="/study?practise=ahead">{t("study.go_ahead")}</Button>
    </Row>
  );
}

/** The learner wants new words, and the books have none. */
function WithoutNew() {
  const { t } = useText();
  return (
    <Row space={1}>
      <Button kind="primary" href="/study?practise=ahead">
        {t("study.go_ahead")}
      </Button>
      <Button href="/books">{t("study.choose_book")}</Button>
    </Row>
  );
}

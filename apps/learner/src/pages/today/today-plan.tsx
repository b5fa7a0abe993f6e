import { Button, Headline, Row, Stack, Text } from "@wordloom/ui";
import { readStudyConfig } from "virtual:endpoints";
import { useLocation } from "wouter";
import { useKeys } from "@wordloom/web";
import type { OpenPlan } from "../../features/study-session/session-state.ts";
import { PackSlot } from "../../features/pack-slots/pack-slot.tsx";
import { sessionWords } from "../../features/kit/session-limit.ts";
import { useRead } from "../../server-state/use-read.ts";
import { SessionSize } from "./session-size.tsx";
import { GentleCatchUp } from "./gentle-catch-up.tsx";
import type { TodayPortion } from "./gentle-portion.ts";
import { reasonsOf } from "./today-reason-text.ts";
import { TargetLine, TargetRing } from "./target-ring.tsx";
import { type Translator, useText } from "../../text/use-text.ts";
import styles from "./today-plan.module.css";

/** How many words, how long they take, why, and the button. */
export function TodayPlan({
  today,
  open,
  onResized,
}: {
  readonly today: TodayPortion;
  /** The session that the button goes on with. */
  readonly open: OpenPlan | undefined;
  /** The next session has another size. */
  readonly onResized: () => void;
}) {
  const text = useText();
  const { t, date } = text;
  const [, goTo] = useLocation();
  const config = useRead(readStudyConfig);
  const hasBook = (config.data?.selectedWordbookIds.length ?? 1) > 0;
  // Nothing is planned without a book, whatever was answered.
  const hasTarget = hasBook && today.answeredToday > 0;
  const planned = sessionWords(today, null);
  // Before the first answer of a session that is the plan, nothing has changed for the learner.
  const begun = open?.answered === 0 && open.left === planned ? undefined : open;
  const isOver = open === undefined && isThrough(today);
  // A session that was answered keeps its size.
  const isSized = hasBook && planned > 0 && (open?.answered ?? 0) === 0;
  const target = hasBook ? studyPath(today, open) : "/start";
  useKeys({ " ": () => goTo(target), Enter: () => goTo(target) });
  const day = date(`${today.date}T12:00:00`, { weekday: "long", day: "numeric", month: "long" });
  return (
    <Stack space={3}>
      <Row spread align="start" className={styles["head"]}>
        <Stack space={1}>
          <Text tone="soft" size="small">
            {day}
          </Text>
          <Headline size={4} className={styles.headline}>
            {hasBook ? headlineOf(today, begun, text) : t("today.no_book")}
          </Headline>
        </Stack>
        {hasTarget && <TargetRing today={today} />}
      </Row>
      <Text tone="soft" className={styles.plan}>
        {hasBook ? planOf(today, begun, text) : t("today.no_book_text")}
      </Text>
      <GentleCatchUp today={today} />
      {isSized && (
        <SessionSize
          planned={planned}
          isAll={planned === today.due + today.new}
          opened={open?.left}
          onChosen={onResized}
        />
      )}
      <div>
        <Button
          kind="primary"
          size="large"
          href={target}
          keys={t("common.space")}
          className={styles.study}
        >
          {hasBook
            ? t(begun !== undefined ? "today.go_on" : isOver ? "today.study_more" : "today.study")
            : t("today.choose_book")}
        </Button>
      </div>
      {hasTarget && <TargetLine today={today} />}
      {(!hasBook || isOver) && <PackSlot name="home-empty" />}
    </Stack>
  );
}

const isThrough = ({ due, new: fresh }: TodayPortion): boolean => due + fresh === 0;

/** Who is through goes on with the reviews held back, or else with new words. */
function studyPath(today: TodayPortion, open: OpenPlan | undefined): string {
  if (open !== undefined || !isThrough(today)) return "/study";
  return `/study?practise=${today.held > 0 ? "ahead" : "new"}`;
}

function headlineOf(today: TodayPortion, open: OpenPlan | undefined, { t }: Translator): string {
  if (open !== undefined) return t("today.left", { count: open.left });
  if (isThrough(today)) {
    if (today.held > 0) return t("today.gentle_done");
    return t(today.dueLater > 0 ? "study.done_for_now" : "today.all_done");
  }
  if (today.due === 0) return t("today.new_only", { count: today.new });
  return t("today.ready", { count: today.due + today.new });
}

function planOf(today: TodayPortion, open: OpenPlan | undefined, text: Translator): string {
  const { t, sentences } = text;
  const { due, new: fresh, expectedMinutes: minutes } = today;
  const later = today.dueLater > 0 ? [t("today.later_today", { count: today.dueLater })] : [];
  if (open !== undefined) return sentences(aboutOpen(today, open, text));
  if (isThrough(today)) return later[0] ?? t("today.all_done_text");
  const plan =
    due === 0
      ? t("today.plan_new", { minutes })
      : fresh === 0
        ? t("today.plan_due", { due, minutes })
        : t("today.plan_both", { due, new: fresh, minutes });
  return sentences([plan, ...later, ...reasonsOf(today, text)]);
}

/** How far the session has come, and how much of the plan comes after it. */
function aboutOpen(today: TodayPortion, open: OpenPlan, { t }: Translator): string[] {
  const { answered } = open;
  const after = today.due + today.new - open.planned;
  return [
    ...(answered > 0 ? [t("today.unfinished", { answered })] : []),
    ...(after > 0 ? [t("today.after", { count: after })] : []),
  ];
}

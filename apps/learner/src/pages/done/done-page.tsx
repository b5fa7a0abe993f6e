import { Button, Empty, Headline, Narrow, Page, Row, Stack, Text } from "@wordloom/ui";
import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { useObservable } from "@wordloom/web/state";
import { useKeys } from "@wordloom/web";
import { useAppSettings } from "../../features/app-settings/use-app-settings.ts";
import { usePrintedKey } from "../../features/keys/use-printed-key.ts";
import { endService } from "../../features/study-session/end-service.ts";
import {
  learnerWorkspace,
  type LearnerWorkspace,
} from "../../features/study-session/learner-workspace.ts";
import { reopenLast } from "../../features/study-session/open-study.ts";
import { progressOf, type SessionState } from "../../features/study-session/session-state.ts";
import type { StudyRuntime } from "../../features/study-session/study-runtime.ts";
import { summaryOf, type SessionSummary } from "../../features/study-session/summary.ts";
import { StudyBar, StudyFrame } from "../../features/study-frame/study-frame.tsx";
import { ComeBack } from "./come-back.tsx";
import { Earned } from "./earned.tsx";
import { Reached } from "./reached.tsx";
import { SlippedList } from "./slipped-list.tsx";
import { type Translator, useText } from "../../text/use-text.ts";
import { useSeenFor } from "./use-seen-for.ts";
import { Weave } from "./weave.tsx";
import styles from "./done.module.css";

/** The results of the last session, and one suggested next step. */
export function DonePage() {
  const { t } = useText();
  const workspace = useObservable(learnerWorkspace);
  const runtime = useLast(workspace);
  if (runtime === "none") {
    return (
      <StudyFrame>
        <Empty
          level={1}
          heading={t("done.nothing")}
          text={t("done.nothing_text")}
          action={
            <Button kind="primary" href="/study">
              {t("today.study")}
            </Button>
          }
        />
      </StudyFrame>
    );
  }
  if (workspace === undefined || runtime === undefined) return <main aria-busy="true" />;
  return <Done workspace={workspace} runtime={runtime} />;
}

function useLast(workspace: LearnerWorkspace | undefined): StudyRuntime | "none" | undefined {
  const [runtime, setRuntime] = useState<StudyRuntime | "none">();
  useEffect(() => {
    if (workspace === undefined) return;
    let isOver = false;
    let close = () => {};
    void reopenLast(workspace).then((opened) => {
      close = opened?.close ?? close;
      if (isOver) close();
      else setRuntime(opened === undefined || isEmpty(opened.state.get()) ? "none" : opened);
    });
    return () => {
      isOver = true;
      close();
    };
  }, [workspace]);
  return runtime;
}

/** A practice goes on as what it was. */
const studyPath = (practised: SessionState["practised"]) =>
  practised === null ? "/study" : `/study?practise=${practised}`;

const isEmpty = ({ history }: SessionState): boolean => history.length === 0;

/** A double press of the last question's key must not start another round. */
const BREATH_MS = 1_000;

function Done({
  workspace,
  runtime,
}: {
  readonly workspace: LearnerWorkspace;
  readonly runtime: StudyRuntime;
}) {
  const text = useText();
  const printedKey = usePrintedKey();
  const { t } = text;
  const [, goTo] = useLocation();
  const { keys } = useAppSettings();
  const session = useObservable(runtime.state);
  const canUndo = useObservable(runtime.canUndo);
  const { waiting } = useObservable(workspace.outbox.counts);
  const summary = summaryOf(session);
  const isOver = session.step.current === null;
  useEffect(() => {
    // The last answer can still be undone, so the service's session ends once it is sent.
    if (isOver && waiting === 0) void endService(workspace, session);
  }, [workspace, session, isOver, waiting]);
  const { slipped } = summary;
  const isLeft = usePlanLeft(workspace, session);
  const [[next, label], ...further] = waysOn({ slipped: slipped.length, isLeft }, text);
  /** Releases the last answer, which can no longer be undone. */
  const leave = () => void runtime.leave();
  const goOn = () => {
    leave();
    goTo(next);
  };
  const close = () => {
    leave();
    goTo("/");
  };
  const back = async () => {
    if (await runtime.undo()) goTo(studyPath(session.practised), { replace: true });
  };
  const forward = useSeenFor(BREATH_MS) ? { [keys.reveal]: goOn, Enter: goOn } : {};
  useKeys({ ...forward, [keys.undo]: back, "ctrl+z": back, Escape: close });
  // A session left early has words whose outcome is unknown here.
  const progress = isOver ? progressOf(session) : {};
  return (
    <Page>
      <StudyBar leave={t("done.close")} onLeave={leave} {...progress} />
      <main className={styles.main}>
        <Narrow>
          <Stack space={5}>
            <Story summary={summary} session={session} />
            <Earned sinceMs={session.startedAtMs} />
            <Reached summary={summary} />
            <Row space={2} className={styles.actions} data-flush="">
              <Button kind="primary" size="large" keys={printedKey(keys.reveal)} onClick={goOn}>
                {label}
              </Button>
              {further.map(([way, name]) => (
                <Button key={way} size="large" href={way} onClick={leave}>
                  {name}
                </Button>
              ))}
              <Button size="large" kind="plain" href="/" onClick={leave}>
                {t("done.enough")}
              </Button>
              {canUndo && (
                <Button
                  kind="plain"
                  keys={printedKey(keys.undo)}
                  className={styles.undo}
                  onClick={back}
                >
                  {t("done.undo")}
                </Button>
              )}
            </Row>
            <ComeBack session={session} waiting={waiting} />
            <SlippedList session={session} slipped={slipped} />
          </Stack>
        </Narrow>
      </main>
    </Page>
  );
}

type Way = readonly [path: string, label: string];

/** The ways to continue; the first one helps most now. */
function waysOn(
  { slipped, isLeft }: { readonly slipped: number; readonly isLeft: boolean },
  { t }: Translator,
): readonly [Way, ...Way[]] {
  const more: readonly [Way, ...Way[]] = isLeft
    ? [["/study", t("done.go_on")]]
    : [
        ["/study?practise=new", t("study.more_new")],
        ["/study?practise=ahead", t("study.go_ahead")],
      ];
  if (slipped === 0) return more;
  return [["/study?practise=session", t("done.practise", { count: slipped })], ...more];
}

/** Whether today's plan has words that the session left. */
function usePlanLeft({ words }: LearnerWorkspace, session: SessionState): boolean {
  const [isLeft, setIsLeft] = useState(false);
  useEffect(() => {
    let isOver = false;
    void words.planned("plan", session).then((left) => {
      if (!isOver) setIsLeft((left?.length ?? 0) > 0);
    });
    return () => {
      isOver = true;
    };
  }, [words, session]);
  return isLeft;
}

function Story({ summary, session }: { summary: SessionSummary; session: SessionState }) {
  const text = useText();
  const { t, date, duration } = text;
  const { firmed, seconds } = summary;
  // Asked for together, Korean and Japanese put the weekday into brackets.
  const weekday = date(session.startedAtMs, { weekday: "long" });
  const clock = date(session.startedAtMs, { hour: "numeric", minute: "2-digit" });
  return (
    <Stack space={2}>
      <Text size="small" tone="soft">
        {t("done.when", { time: duration(Math.max(1, seconds)), weekday, clock })}
      </Text>
      <Headline>
        {firmed.length > 0 ? t("done.firmed", { count: firmed.length }) : t("done.none_firmed")}
      </Headline>
      <Weave history={session.history} />
      <Text tone="soft">{storyOf(summary, text)}</Text>
    </Stack>
  );
}

/** A slowdown of this share is worth mentioning. */
const SLOWER = 0.25;

/** Complete sentences, one after the other. */
function storyOf(
  { answers, right, slipped, slowing }: SessionSummary,
  { t, sentences }: Translator,
): string {
  const fresh = slipped.filter(({ isNew }) => isNew).length;
  return sentences([
    t("done.right_of", { right, answers }),
    t("done.slipped_count", { count: slipped.length }),
    ...(fresh > 0 ? [t("done.slipped_new", { count: fresh })] : []),
    ...(slowing !== null && slowing > SLOWER ? [t("done.slower")] : []),
  ]);
}

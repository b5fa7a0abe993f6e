import { Button, Empty, ErrorState } from "@wordloom/ui";
import { useEffect, useEffectEvent, useState } from "react";
import { useSearch } from "wouter";
import { refusalText, traceOf } from "@wordloom/web";
import { useObservable } from "@wordloom/web/state";
import { learnerWorkspace } from "../../features/study-session/learner-workspace.ts";
import { onReturn } from "../../platform/on-return.ts";
import {
  isOutdated,
  openStudy,
  type Opened,
  type StudyAim,
} from "../../features/study-session/open-study.ts";
import { useFirstScreen } from "../../features/shell/use-first-screen.ts";
import { NothingToStudy } from "./nothing-to-study.tsx";
import { StudyFrame } from "../../features/study-frame/study-frame.tsx";
import { StudyScreen } from "./study-screen.tsx";
import { StudySkeleton } from "./study-skeleton.tsx";
import { useStudyLock } from "./use-study-lock.ts";
import { useText } from "../../text/use-text.ts";

type Opening = Opened | { readonly kind: "opening" } | { readonly kind: "failed"; error: unknown };

/** The study screen: one question after the other, in one tab. */
export function StudyPage() {
  const { t } = useText();
  const aim = useAim();
  const workspace = useObservable(learnerWorkspace);
  const { place, takeOver } = useStudyLock(workspace?.account);
  useFirstScreen(place === "elsewhere");
  if (place === "elsewhere") {
    return (
      <StudyFrame>
        <Empty
          level={1}
          heading={t("study.elsewhere")}
          text={t("study.elsewhere_text")}
          action={
            <Button kind="primary" onClick={takeOver}>
              {t("study.take_over")}
            </Button>
          }
        />
      </StudyFrame>
    );
  }
  return place === "here" ? <Study key={aim} aim={aim} /> : <StudySkeleton />;
}

const aims: readonly StudyAim[] = ["ahead", "slipping", "session", "risk", "new"];

function useAim(): StudyAim {
  const wanted = new URLSearchParams(useSearch()).get("practise");
  return aims.find((aim) => aim === wanted) ?? "plan";
}

/** Starts over when the learner returns to a page that was left open on an earlier day. */
function useNewDay(opened: Opening, begin: () => void): void {
  const onNewDay = useEffectEvent(begin);
  useEffect(() => {
    if (opened.kind !== "open") return undefined;
    const { runtime } = opened;
    return onReturn(() => {
      if (!isOutdated(runtime.state.get())) return;
      // The learner may have come back with an answer, which is stored first.
      setTimeout(() => void runtime.leave().then(onNewDay));
    });
  }, [opened]);
}

function Study({ aim }: { readonly aim: StudyAim }) {
  const text = useText();
  const workspace = useObservable(learnerWorkspace);
  const [attempt, setAttempt] = useState(0);
  const [opened, setOpened] = useState<Opening>({ kind: "opening" });
  useEffect(() => {
    if (workspace === undefined) return;
    let isOver = false;
    let close = () => {};
    openStudy(workspace, aim).then(
      (result) => {
        if (result.kind === "open") close = result.runtime.close;
        if (isOver) close();
        else setOpened(result);
      },
      (error: unknown) => !isOver && setOpened({ kind: "failed", error }),
    );
    return () => {
      isOver = true;
      close();
    };
  }, [workspace, aim, attempt]);
  useFirstScreen(opened.kind !== "opening");
  useNewDay(opened, () => setAttempt((before) => before + 1));
  const retry = () => {
    setOpened({ kind: "opening" });
    setAttempt(attempt + 1);
  };
  switch (opened.kind) {
    case "opening":
      return <StudySkeleton />;
    case "open":
      return <StudyScreen {...opened} />;
    case "nothing":
      return (
        <StudyFrame>
          <NothingToStudy because={opened.because} aim={aim} onRetry={retry} />
        </StudyFrame>
      );
    case "failed":
      return (
        <StudyFrame>
          <ErrorState
            level={1}
            heading={text.t("study.failed")}
            text={refusalText(opened.error, text)}
            onRetry={retry}
            traceId={traceOf(opened.error)}
          />
        </StudyFrame>
      );
  }
}

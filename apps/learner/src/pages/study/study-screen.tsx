import { LiveRegion, Page } from "@wordloom/ui";
import { useEffect } from "react";
import { loadJudge } from "../../features/judge/late-judge.ts";
import { useLocation } from "wouter";
import { useObservable } from "@wordloom/web/state";
import { latePart, PartBoundary, type KeyMap, useKeys } from "@wordloom/web";
import { useAppSettings } from "../../features/app-settings/use-app-settings.ts";
import { heardPart } from "../../features/question/asked-by-ear.ts";
import { isRecalled } from "../../features/question/asked-kind.ts";
import { questionFor, type Question } from "../../features/question/question.ts";
import { UpgradeNotice } from "../../features/shell/upgrade-notice.tsx";
import { ConnectionBar } from "../../features/shell/connection-bar.tsx";
import type { OpenStudy } from "../../features/study-session/open-study.ts";
import {
  progressOf,
  showsCorrection,
  type Answered,
  type SessionState,
} from "../../features/study-session/session-state.ts";
import type { StudyWord } from "../../features/kit/study-word.ts";
import { ActMenu, ThumbRow } from "./act-buttons.tsx";
import { Introduction } from "./introduction.tsx";
import { AnswerOutcome } from "./memory-line.tsx";
import { LastAnswer } from "./last-answer.tsx";
import { QuestionCard } from "./question-card.tsx";
import { gradesOf } from "./recall-grades.tsx";
import frame from "../../features/study-frame/study-frame.module.css";
import { StudyRemarks } from "./study-remarks.tsx";
import { StudyBar } from "../../features/study-frame/study-frame.tsx";
import { SuggestionCard } from "./suggestion-card.tsx";
import { useAnswering, type Answering } from "./use-answering.ts";
import { useAutoAdvance } from "./use-auto-advance.ts";
import { useCorrectionGuard } from "./use-correction-guard.ts";
import { useIsWide } from "./use-is-wide.ts";
import { useSaid } from "./use-speech.ts";
import { useStopWatch } from "../../features/study-session/use-stop-watch.ts";
import { useSuggestion } from "./use-suggestion.ts";
import { keysOfActs, useWordActs, type Acting } from "./use-study-acts.ts";
import { Margins } from "./word-margin.tsx";
import { withAllTexts } from "../../text/languages.ts";
import { useText } from "../../text/use-text.ts";
import styles from "./study.module.css";

const NoteDialog = latePart(
  withAllTexts(() => import("./note-dialog.tsx")),
  "NoteDialog",
);
const WordLayer = latePart(
  withAllTexts(() => import("../../features/own-words/word-layer.tsx")),
  "WordLayer",
);
const BookDialog = latePart(
  withAllTexts(() => import("./book-dialog.tsx")),
  "BookDialog",
);

const NO_ACTS: Acting["acts"] = [];

/** The running session: a card, and on wide screens a margin about its word. */
export function StudyScreen({ runtime }: OpenStudy) {
  const { t } = useText();
  const settings = useAppSettings();
  const isWide = useIsWide();
  const [, goTo] = useLocation();
  const session = useObservable(runtime.state);
  const { current } = session.step;
  const entry = current === null ? undefined : session.words[current.wordId];
  const question = questionOf(session);
  const answer = answerOf(session);
  const { shown, look, dismiss } = useSuggestion(session.history.length);
  const name = `${current?.wordId} ${session.history.length} ${session.direction} ${shown ?? ""}`;
  const watch = useStopWatch(name);
  const answering = useAnswering(runtime, question, watch, look);
  const acting = useWordActs(runtime, entry, question?.sentence);
  // A suggestion covers the word, so its acts are unavailable.
  const acts = shown === undefined ? acting.acts : NO_ACTS;
  const isOpen = current?.phase === "question";
  const next = () => {
    look();
    void runtime.send({ type: "next" });
  };
  // After the first word, which does not wait for them, and before the network may go.
  useEffect(() => {
    Promise.all([loadJudge(), import("./written-answer.tsx")]).catch(() => {});
  }, []);
  useEffect(() => {
    if (current === null) goTo("/study/done", { replace: true });
  }, [current, goTo]);
  const part = heardPart(question?.sentence);
  useSaid(shown === undefined ? current : undefined, entry?.word, name, part);
  useCorrectionGuard(answer !== undefined && showsCorrection(answer), name);
  // A dialog is about the word on the screen.
  useAutoAdvance(answer, settings.autoAdvance && acting.layer === undefined, next);
  const leave = () => void runtime.leave();
  useStudyKeys({
    go: () => {
      if (shown !== undefined) dismiss();
      else if (!isOpen) next();
      else if (canReveal(question, answering)) answering.reveal();
    },
    acts: shown === undefined ? keysOfActs(acting, settings.keys) : {},
    digits: shown === undefined && isOpen ? digitKeys(question, answering, settings.grades) : {},
    onLeave: leave,
  });
  if (current === null || entry === undefined) return null;
  return (
    <Page className={frame.screen}>
      <StudyBar {...progressOf(session)} onLeave={leave}>
        {!isWide && <ActMenu acts={acts} />}
      </StudyBar>
      <ConnectionBar />
      <UpgradeNotice forcedOnly />
      <StudyRemarks word={entry.word} startedAtMs={session.startedAtMs} />
      <main className={styles.layout}>
        {shown !== undefined ? (
          <SuggestionCard suggestion={shown} onGoOn={dismiss} />
        ) : question === undefined ? (
          <Introduction key={name} {...{ entry, acts, isWide }} onNext={next} />
        ) : (
          <Asked {...{ runtime, question, answer, answering, next, acts }} />
        )}
        {isWide && shown === undefined && (
          <Margins
            {...{ session, entry, acting, acts }}
            sentence={question?.sentence}
            isOpen={isOpen && !answering.isRevealed}
          />
        )}
        {!isWide && (
          <ThumbRow acts={acts} said={acting.said} isTall={settings.kinds.recall}>
            <AnswerOutcome session={session} />
            {shown === undefined && <LastAnswer session={session} />}
          </ThumbRow>
        )}
      </main>
      <LiveRegion text={spokenText(answer, question, answering, t)} />
      <Layers {...{ runtime, entry, acting }} />
    </Page>
  );
}

function Layers({
  runtime,
  entry,
  acting: { layer, setLayer, say },
}: OpenStudy & {
  readonly entry: StudyWord;
  readonly acting: Acting;
}) {
  const close = () => setLayer(undefined);
  return (
    <PartBoundary key={layer} onMissing={close}>
      {layer === "note" && <NoteDialog entry={entry} onClose={close} onSaved={say} />}
      {(layer === "edit" || layer === "wrong") && (
        <WordLayer
          asks={layer}
          word={entry.word}
          onClose={close}
          showInSession={(wordId, shown) => void runtime.send({ type: "edit", wordId, shown })}
        />
      )}
      {layer === "book" && <BookDialog wordId={entry.word.id} onClose={close} />}
    </PartBoundary>
  );
}

function Asked({
  runtime,
  question,
  answer,
  answering,
  next,
  acts,
}: {
  readonly runtime: OpenStudy["runtime"];
  readonly question: Question;
  readonly answer: Answered | undefined;
  readonly answering: Answering;
  readonly next: () => void;
  readonly acts: Acting["acts"];
}) {
  const session = useObservable(runtime.state);
  const canUndo = useObservable(runtime.canUndo);
  const { current } = session.step;
  // Keeps the question's card when it is answered, so that only the changed parts are redrawn.
  const asked = current === null || current.phase === "introduction" ? 0 : current.asked;
  return (
    <QuestionCard
      key={`${question.word.word.id} ${question.kind} ${asked}`}
      {...{ session, question, answer, answering, acts }}
      hintUsed={current?.phase === "question" && current.hintUsed}
      canOverrule={canUndo}
      onOverrule={() => void runtime.overrule()}
      onNext={next}
    />
  );
}

function useStudyKeys({
  go,
  acts,
  digits,
  onLeave,
}: {
  readonly go: () => void;
  readonly acts: KeyMap;
  readonly digits: KeyMap;
  readonly onLeave: () => void;
}): void {
  const { keys } = useAppSettings();
  const [, goTo] = useLocation();
  const leave = () => {
    if (isLeavingField()) return;
    onLeave();
    goTo("/");
  };
  useKeys({ ...acts, ...digits, [keys.reveal]: go, Enter: go, Escape: leave });
}

/** Esc in a field leaves the field. @returns whether it did */
function isLeavingField(): boolean {
  const field = document.activeElement;
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return false;
  field.blur();
  return true;
}

function questionOf({ id, step: { current }, words }: SessionState): Question | undefined {
  if (current === null || current.phase === "introduction") return undefined;
  const word = words[current.wordId];
  return word && questionFor(word, current.kind, current.asked, id);
}

/** The answer whose feedback is on the screen. */
function answerOf({ step: { current }, history }: SessionState): Answered | undefined {
  if (current?.phase !== "feedback") return undefined;
  return history.findLast(({ id }) => id === current.answerId);
}

function digitKeys(question: Question | undefined, answering: Answering, grades: 2 | 4): KeyMap {
  if (question !== undefined && isRecalled(question.kind)) {
    const ratings = answering.isRevealed ? gradesOf(grades) : [];
    return Object.fromEntries(
      ratings.map((rating, index) => [String(index + 1), () => answering.grade(rating)]),
    );
  }
  const options = question?.options ?? [];
  return Object.fromEntries(
    options.map((option, index) => [String(index + 1), () => answering.choose(option)]),
  );
}

const canReveal = (question: Question | undefined, { isRevealed }: Answering): boolean =>
  question !== undefined && isRecalled(question.kind) && !isRevealed;

/** For who does not see it: the recalled word, or the result of the answer. */
function spokenText(
  answer: Answered | undefined,
  question: Question | undefined,
  { isRevealed }: Answering,
  t: ReturnType<typeof useText>["t"],
): string {
  const { word } = question?.word ?? {};
  if (word === undefined) return "";
  if (answer === undefined) return question?.kind === "recall-word" && isRevealed ? word.text : "";
  const { isCorrect } = answer;
  const right = question?.kind === "word-to-meaning" ? word.meaning : word.text;
  return t(isCorrect ? "study.said_right" : "study.said_wrong", { answer: right });
}

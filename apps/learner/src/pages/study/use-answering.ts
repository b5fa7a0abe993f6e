import { foldText } from "@wordloom/language";
import { toast } from "@wordloom/ui";
import { useRef, useState } from "react";
import { appSettings } from "../../features/app-settings/use-app-settings.ts";
import { withJudge, type Judge } from "../../features/judge/late-judge.ts";
import type { Option, Question } from "../../features/question/question.ts";
import { isLeechMark, lapsesOf } from "../../features/study-session/leech.ts";
import type { Measured, StopWatch } from "../../features/study-session/measure.ts";
import { missesOf } from "../../features/study-session/session-state.ts";
import type { Reply, StudyRuntime } from "../../features/study-session/study-runtime.ts";
import { sound } from "../../platform/browser-sound.ts";
import { useText } from "../../text/use-text.ts";

/** Misses of a word in one session after which its help is shown. */
export const HELP_AFTER = 2;

/** The ways to answer a question. */
export interface Answering {
  readonly isRevealed: boolean;
  readonly choose: (option: Option) => void;
  /** The learner types the first letter. */
  readonly begin: () => void;
  readonly write: (text: string) => void;
  readonly reveal: () => void;
  readonly grade: (rating: 0 | 1 | 2 | 3) => void;
}

/** @param onGoOn called when an answer itself leads to the next question */
export function useAnswering(
  runtime: StudyRuntime,
  question: Question | undefined,
  watch: StopWatch,
  onGoOn: () => void,
): Answering {
  const { t } = useText();
  // The state of one question, keyed by its name so that the next one starts fresh.
  const name = question && `${question.word.word.id} ${runtime.state.get().history.length}`;
  const [revealed, setRevealed] = useState<string>();
  const recalled = useRef<Measured>(undefined);
  const begun = useRef<{ readonly name: string; readonly measured: Measured }>(undefined);
  const answer = (reply: Reply, measured = watch.read()) => {
    if (appSettings.get().cues) sound.cue(reply.isCorrect ? "right" : "wrong");
    return runtime.answer(reply, measured);
  };
  return {
    isRevealed: name !== undefined && revealed === name,
    choose({ isRight, text, wordId }) {
      const confusedWith = isRight ? null : wordId;
      void answer({ isCorrect: isRight, given: text, confusedWith });
    },
    begin() {
      if (name === undefined || begun.current?.name === name) return;
      begun.current = { name, measured: watch.read() };
    },
    write(text) {
      if (question === undefined) return;
      // A sentence takes its length to type, which says nothing about the word.
      const isLong = question.kind === "sentence-dictation" && begun.current?.name === name;
      const measured = (isLong ? begun.current?.measured : undefined) ?? watch.read();
      withJudge((judge) => void answer(replyTo(judge, text, question, runtime), measured)).catch(
        () => toast({ text: t("common.part_missing"), key: "missing" }),
      );
    },
    reveal() {
      recalled.current = watch.read();
      setRevealed(name);
    },
    grade(rating) {
      if (question === undefined) return;
      const isCorrect = rating > 0;
      const session = runtime.state.get();
      const misses = missesOf(session, question.word.word.id);
      const isLeech = isLeechMark(lapsesOf(session, question.word) + 1);
      // The meaning is already on the screen; only help deserves another look.
      const isHelped = !isCorrect && (isLeech || misses + 1 >= HELP_AFTER);
      if (!isHelped) onGoOn();
      void answer({ isCorrect, selfRating: rating, goesOn: !isHelped }, recalled.current);
    },
  };
}

function replyTo(judge: Judge, text: string, question: Question, runtime: StudyRuntime): Reply {
  const { word } = question;
  const { words } = runtime.state.get();
  const { tolerance } = appSettings.get();
  const { isRight, note, synonym, isWhole } = judge(text, question, words, tolerance);
  const written = foldText(text);
  const inSession = Object.values(words).find(({ word: other }) => isCalled(other.text, written));
  const similar = word.content.confusables.find((other) => isCalled(other.word, written));
  return {
    isCorrect: isRight,
    isLenient: note !== null || synonym !== undefined || isWhole === false,
    given: text,
    confusedWith: isRight ? null : (inSession?.word.id ?? similar?.wordId ?? null),
  };
}

function isCalled(word: string, written: string): boolean {
  return foldText(word) === written;
}

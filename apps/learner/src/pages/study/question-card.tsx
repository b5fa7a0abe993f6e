import { saysMeaning } from "@wordloom/language";
import { latePart, PartBoundary } from "@wordloom/web";
import { isRecalled } from "../../features/question/asked-kind.ts";
import { writtenKinds } from "../../features/question/question-kind.ts";
import type { Question } from "../../features/question/question.ts";
import { meaningAttributes, wordLanguage } from "../../features/question/word-language.ts";
import {
  missesOf,
  type Answered,
  type SessionState,
} from "../../features/study-session/session-state.ts";
import { isLeechMark, lapsesOf } from "../../features/study-session/leech.ts";
import { PartSound } from "../../features/sound/part-sound.tsx";
import { Example } from "./example-and-parts.tsx";
import { FeedbackLine } from "./feedback-line.tsx";
import { LeechLine } from "./leech-line.tsx";
import { OptionList } from "./option-list.tsx";
import { QuestionFace } from "./question-face.tsx";
import { RecallGrades } from "./recall-grades.tsx";
import { SpellingField } from "./spelling-field.tsx";
import { HELP_AFTER, type Answering } from "./use-answering.ts";
import type { WordAct } from "./use-study-acts.ts";
import { comparedWith, takenFor } from "./taken-word.ts";
import { WordHelp } from "./word-help.tsx";
import { useText } from "../../text/use-text.ts";
import styles from "./study.module.css";

const WrittenAnswer = latePart(() => import("./written-answer.tsx"), "WrittenAnswer");

interface QuestionCardProps {
  readonly session: SessionState;
  readonly question: Question;
  /** Set once the question is answered. */
  readonly answer: Answered | undefined;
  readonly hintUsed: boolean;
  readonly answering: Answering;
  readonly acts: readonly WordAct[];
  readonly canOverrule: boolean;
  readonly onOverrule: () => void;
  readonly onNext: () => void;
}

/** A question and the result of its answer. */
export function QuestionCard({
  session,
  question,
  answer,
  hintUsed,
  answering,
  acts,
  canOverrule,
  onOverrule,
  onNext,
}: QuestionCardProps) {
  const { t } = useText();
  const { kind, word } = question;
  const isAnswered = answer !== undefined;
  const isSpelled = writtenKinds.has(kind);
  const isHelped = answer?.isCorrect === false && missesOf(session, word.word.id) >= HELP_AFTER;
  const letter = [...answerText(question)][0] ?? "";
  const areWords = kind === "meaning-to-word" || kind === "minimal-pair";
  const isBegun = hintUsed && question.options.length === 0;
  const isShown = isAnswered || (isRecalled(kind) && answering.isRevealed);
  return (
    <section className={styles.card}>
      <QuestionFace
        question={question}
        isAnswered={isAnswered || (kind === "recall-word" && isShown)}
        isTold={isShown}
        hint={isBegun ? t("study.begins", { letter }) : undefined}
      />
      {kind === "recall" && isShown && <RecalledMeaning question={question} />}
      {isShown && (
        <div className={styles.narrowOnly}>
          <Example entry={word} sentence={question.sentence} />
        </div>
      )}
      <div className={styles.below}>
        {question.options.length > 0 && (
          <OptionList
            options={question.options}
            chosen={answer?.given ?? null}
            isAnswered={isAnswered}
            word={word.word}
            showMeanings={!areWords}
            hidden={hintUsed ? question.options.findLast(({ isRight }) => !isRight) : undefined}
            onChoose={answering.choose}
          />
        )}
        {isSpelled && !isAnswered && (
          <SpellingField
            entry={word}
            isSentence={kind === "sentence-dictation" && question.sentence !== undefined}
            onBegun={answering.begin}
            onWritten={answering.write}
          />
        )}
        {isSpelled && isAnswered && (
          <PartBoundary>
            <WrittenAnswer {...{ session, question, answer }} />
          </PartBoundary>
        )}
        {isRecalled(kind) && !isAnswered && (
          <RecallGrades
            isOfWord={kind === "recall-word"}
            isRevealed={answering.isRevealed}
            onReveal={answering.reveal}
            onGrade={answering.grade}
          />
        )}
        {isHelped && <WordHelp entry={word} other={comparedWith(session, question, answer)} />}
        {answer?.isCorrect === false && <Leech {...{ session, word, acts }} />}
        {/* The options stay in place when one is chosen. */}
        {!isAnswered && question.options.length > 0 && <div className={styles.after} />}
        {isAnswered && (
          <FeedbackLine
            answer={answer}
            takenFor={takenFor(session, question, answer)}
            language={wordLanguage(word.word)}
            canOverrule={canOverrule && isSpelled && !answer.isCorrect}
            onOverrule={onOverrule}
            onNext={onNext}
          />
        )}
      </div>
    </section>
  );
}

function Leech({
  session,
  word,
  acts,
}: {
  readonly session: SessionState;
  readonly word: Question["word"];
  readonly acts: readonly WordAct[];
}) {
  const lapses = lapsesOf(session, word);
  return isLeechMark(lapses) && <LeechLine lapses={lapses} acts={acts} />;
}

/** What a hint gives the first letter of. */
function answerText({ kind, word, sentence }: Question): string {
  return kind === "recall" ? word.word.meaning : (sentence?.word ?? word.word.text);
}

function RecalledMeaning({ question: { word } }: { readonly question: Question }) {
  const { t } = useText();
  const { meaning } = word.word;
  if (!saysMeaning(meaning, word.word.partOfSpeech)) {
    return (
      <p className={styles.gloss} role="status">
        {t("study.no_meaning")}
      </p>
    );
  }
  return (
    <p {...meaningAttributes(word.word)} className={styles.gloss} role="status">
      {meaning} <PartSound word={word.word} part="meaning" />
    </p>
  );
}

import {
  Button,
  Headword,
  IconButton,
  SoundIcon,
  Text,
  VisuallyHidden,
  withWordBreaks,
} from "@wordloom/ui";
import { useRef, useSyncExternalStore } from "react";
import { useAppSettings } from "../../features/app-settings/use-app-settings.ts";
import { usePrintedKey } from "../../features/keys/use-printed-key.ts";
import { heardPart } from "../../features/question/asked-by-ear.ts";
import type { AskedKind } from "../../features/question/asked-kind.ts";
import { writtenKinds } from "../../features/question/question-kind.ts";
import type { Question } from "../../features/question/question.ts";
import { pronunciationText } from "../../features/question/word-facts.ts";
import {
  meaningAttributes,
  soundAttributes,
  wordAttributes,
} from "../../features/question/word-language.ts";
import { PartSound } from "../../features/sound/part-sound.tsx";
import { PlayButton } from "../../features/sound/play-button.tsx";
import { canHear, examplePart, hearAgain, onSounds } from "../../features/sound/word-sound.ts";
import type { StudyWord } from "../../features/kit/study-word.ts";
import type { TextKey } from "../../text/keys.ts";
import { GapSentence } from "./gap-sentence.tsx";
import { useFirstFocus } from "./use-first-focus.ts";
import { useSpeech } from "./use-speech.ts";
import { useText } from "../../text/use-text.ts";
import styles from "./study.module.css";

const tasks: Readonly<Record<AskedKind, TextKey>> = {
  "word-to-meaning": "study.task_word_to_meaning",
  "meaning-to-word": "study.task_meaning_to_word",
  recall: "study.task_recall",
  "recall-word": "study.task_recall_word",
  spelling: "study.task_spelling",
  listening: "study.task_listening",
  dictation: "study.task_dictation",
  "gap-dictation": "study.task_gap_dictation",
  "sentence-dictation": "study.task_sentence_dictation",
  "minimal-pair": "study.task_minimal_pair",
};

type Shown = "word" | "meaning" | "sound";

const asked: Readonly<Record<AskedKind, Shown>> = {
  "word-to-meaning": "word",
  "meaning-to-word": "meaning",
  recall: "word",
  "recall-word": "meaning",
  spelling: "meaning",
  listening: "sound",
  dictation: "sound",
  "gap-dictation": "sound",
  "sentence-dictation": "sound",
  "minimal-pair": "sound",
};

/**
 * The subject of the question: the word, its meaning or its sound; after the answer always the
 * word.
 */
export function QuestionFace({
  question,
  isAnswered,
  isTold,
  hint,
}: {
  readonly question: Question;
  readonly isAnswered: boolean;
  /** Whether the answer is on the screen: answered, or revealed to who judges herself. */
  readonly isTold: boolean;
  readonly hint: string | undefined;
}) {
  const { t } = useText();
  const { word: entry, kind, sentence } = question;
  const { word } = entry;
  const shown = isAnswered ? "word" : asked[kind];
  const heading = useRef<HTMLHeadingElement>(null);
  // The field and the continue button take the focus themselves.
  useFirstFocus(heading, !writtenKinds.has(kind) && !isAnswered);
  return (
    <div className={styles.face}>
      <h1 ref={heading} tabIndex={-1} className={styles.heading}>
        <VisuallyHidden>{t(tasks[kind])} </VisuallyHidden>
        {shown === "word" && (
          <Headword {...wordAttributes(word)} size="question" className={styles.word}>
            {word.text}
          </Headword>
        )}
        {shown === "meaning" && (
          <span {...meaningAttributes(word)} className={styles.meaning}>
            {withWordBreaks(word.meaning)}
          </span>
        )}
      </h1>
      {shown === "sound" ? <LargeSound question={question} /> : null}
      {shown === "sound" && kind === "gap-dictation" && sentence !== undefined && (
        <GapSentence word={word} sentence={sentence} />
      )}
      {shown === "word" && <Pronunciation entry={entry} isTold={isTold} />}
      {isAnswered && asked[kind] !== "word" && (
        <p {...meaningAttributes(word)} className={styles.gloss}>
          {withWordBreaks(word.meaning)} <PartSound word={word} part="meaning" />
        </p>
      )}
      {!isAnswered && shown !== "word" && (
        <Text tone="soft" size="small">
          {t(tasks[kind])}
        </Text>
      )}
      {hint !== undefined && !isAnswered && (
        <Text tone="soft" size="small" className={styles.hint}>
          {hint}
        </Text>
      )}
    </div>
  );
}

/**
 * The pronunciation of the word, with a button to hear it.
 * @param props.isTold whether the reading stands there, too; knowing it is a part of the answer
 */
export function Pronunciation({
  entry: { word },
  isTold,
}: {
  readonly entry: StudyWord;
  readonly isTold: boolean;
}) {
  const { t } = useText();
  const { showPhonetics } = useAppSettings();
  const { canSpeak, speak } = useSpeech(word);
  const shown = showPhonetics ? (isTold && word.reading) || word.pronunciation : null;
  if (shown === null && !canSpeak) return null;
  return (
    <p className={styles.said}>
      {shown !== null && (
        <span {...soundAttributes(word, shown)}>{pronunciationText(shown, t)}</span>
      )}
      {canSpeak && <PlayButton onPlay={speak} />}
    </p>
  );
}

/** The word in a sentence, by ear only: some words are told apart by nothing else. */
function SentenceSound({ entry: { word, content } }: { readonly entry: StudyWord }) {
  const { t } = useText();
  const sentence = content.contexts[0]?.sentence ?? word.examples[0];
  const part = sentence === undefined ? undefined : examplePart(word, sentence);
  const isHeard = useSyncExternalStore(onSounds, () => part !== undefined && canHear(word, part));
  if (part === undefined || !isHeard) return null;
  return (
    <Button kind="plain" size="small" onClick={() => void hearAgain(word, part)}>
      {t("word.hear_example")}
    </Button>
  );
}

function LargeSound({ question }: { readonly question: Question }) {
  const { word: entry, kind, sentence } = question;
  const { t } = useText();
  const printedKey = usePrintedKey();
  const { keys } = useAppSettings();
  const { speak } = useSpeech(entry.word, heardPart(sentence));
  // Beside two words that were confused, a sentence would tell which one it is.
  const isAlone = sentence !== undefined || kind === "minimal-pair";
  return (
    <>
      <IconButton
        look="ring"
        label={t("study.play")}
        keys={printedKey(keys.sound)}
        className={styles.large}
        onClick={speak}
      >
        <SoundIcon size={32} />
      </IconButton>
      {!isAlone && <SentenceSound entry={entry} />}
    </>
  );
}

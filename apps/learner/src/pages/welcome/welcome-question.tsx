import type { StarterSample } from "@wordloom/contract";
import { languageName, primaryLanguage } from "@wordloom/language";
import { Headword, LiveRegion, SelectField, SkeletonRows, Stack, Text } from "@wordloom/ui";
import { useState } from "react";
import { useObservable } from "@wordloom/web/state";
import { languageOptions } from "../../features/books/book-languages.ts";
import { Choices, type Choice } from "../../features/choices/choices.tsx";
import { Verdict } from "../../features/choices/verdict.tsx";
import { choicesOf, firstAnswer } from "../../features/first-words/first-answer.ts";
import { answeredAtWelcome, beginFirstWords } from "../../features/first-words/first-words.ts";
import { firstWords, keepFirstWords } from "../../features/first-words/kept-first-words.ts";
import { chooseLearning } from "../../features/first-words/learning-language.ts";
import { useBegun, useSample } from "../../features/first-words/use-first-words.ts";
import { wordAttributes } from "../../features/question/word-language.ts";
import { useStopWatch } from "../../features/study-session/use-stop-watch.ts";
import { useText } from "../../text/use-text.ts";
import styles from "./welcome-page.module.css";

const KIND = "word-to-meaning";

/** The first word of a starter book, asked before anything else, and the language to learn. */
export function WelcomeQuestion() {
  const { sample, isLoading } = useSample();
  return (
    <Stack space={2} as="section">
      <LearningChoice />
      {sample === undefined ? (
        isLoading && <SkeletonRows rows={4} />
      ) : (
        // Another language begins with an open question.
        <Question key={sample.words[0]?.word.id} sample={sample} />
      )}
    </Stack>
  );
}

/** "I'm learning …", where there are several languages. */
function LearningChoice() {
  const { t, language: reader } = useText();
  const { language, languages } = useSample();
  if (languages.length < 2) return null;
  return (
    <SelectField
      label={t("first.learn")}
      className={styles.learning}
      value={language}
      options={languageOptions(languages, reader)}
      onChange={chooseLearning}
    />
  );
}

/** The answer is the first one of the visitor's ten words where the service takes new accounts. */
function Question({ sample }: { readonly sample: StarterSample }) {
  const { t, language: meaningLanguage } = useText();
  const kept = useObservable(firstWords);
  const begun = useBegun();
  const [chosen, setChosen] = useState<Choice>();
  const [entry] = sample.words;
  const watch = useStopWatch(entry?.word.id ?? "");
  if (entry === undefined || entry.options[KIND] === null) return null;
  // The question was answered in an earlier visit; its words are under way.
  if (chosen === undefined && begun !== undefined) return null;
  const choose = (choice: Choice) => {
    setChosen(choice);
    if (!sample.registrationOpen) return;
    const facts = { id: crypto.randomUUID(), nowMs: Date.now(), measured: watch.read() };
    const { words, language } = sample;
    const id = crypto.randomUUID();
    const begins = beginFirstWords(words, { id, language, meaningLanguage }, kept);
    keepFirstWords(answeredAtWelcome(begins, firstAnswer(entry, KIND, choice, facts)));
  };
  const given = primaryLanguage(entry.word.meaningLanguage ?? meaningLanguage);
  const outcome =
    chosen === undefined ? "" : t(chosen.isRight ? "first.was_right" : "first.was_wrong");
  return (
    <>
      <Text tone="soft" size="small">
        {meaningLanguage === given
          ? t("first.ask")
          : t("first.ask_in", { language: languageName(given, meaningLanguage) })}
      </Text>
      <Headword as="h2" size="title" {...wordAttributes(entry.word)}>
        {entry.word.text}
      </Headword>
      <Choices choices={choicesOf(entry, KIND, 0)} chosen={chosen?.key} onChoose={choose} />
      <LiveRegion text={outcome} />
      {chosen !== undefined && (
        <div aria-hidden="true">
          <Verdict isRight={chosen.isRight}>{outcome}</Verdict>
        </div>
      )}
    </>
  );
}

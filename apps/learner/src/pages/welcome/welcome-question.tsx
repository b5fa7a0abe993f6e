import { Headword, LiveRegion, SkeletonRows, Stack, Text } from "@wordloom/ui";
import { useState } from "react";
import { useObservable } from "@wordloom/web/state";
import { Choices, type Choice } from "../../features/choices/choices.tsx";
import { choicesOf, firstAnswer } from "../../features/first-words/first-answer.ts";
import { answeredAtWelcome, beginFirstWords } from "../../features/first-words/first-words.ts";
import { firstWords, keepFirstWords } from "../../features/first-words/kept-first-words.ts";
import { useSample } from "../../features/first-words/use-first-words.ts";
import { wordAttributes } from "../../features/question/word-language.ts";
import { useStopWatch } from "../../features/study-session/use-stop-watch.ts";
import { useText } from "../../text/use-text.ts";

const KIND = "word-to-meaning";

/**
 * The first word of a starter book, asked before anything else. The answer is the first one of the
 * visitor's ten words where the service takes new accounts.
 */
export function WelcomeQuestion() {
  const { t, language } = useText();
  const { data: sample, isPending, isPaused } = useSample();
  const begun = useObservable(firstWords);
  const [chosen, setChosen] = useState<Choice>();
  const entry = sample?.words[0];
  const watch = useStopWatch(entry?.word.id ?? "");
  if (isPending && !isPaused) return <SkeletonRows rows={4} />;
  if (sample === undefined || entry === undefined || entry.options[KIND] === null) return null;
  // The question was answered in an earlier visit; its words are under way.
  if (chosen === undefined && begun !== undefined) return null;
  const choose = (choice: Choice) => {
    setChosen(choice);
    if (!sample.registrationOpen) return;
    const facts = { id: crypto.randomUUID(), nowMs: Date.now(), measured: watch.read() };
    const id = crypto.randomUUID();
    const begins = beginFirstWords(sample.words, { id, meaningLanguage: language });
    keepFirstWords(answeredAtWelcome(begins, firstAnswer(entry, KIND, choice, facts)));
  };
  const outcome =
    chosen === undefined ? "" : t(chosen.isRight ? "first.was_right" : "first.was_wrong");
  return (
    <Stack space={2} as="section">
      <Text tone="soft" size="small">
        {t("first.ask")}
      </Text>
      <Headword as="h2" size="title" {...wordAttributes(entry.word)}>
        {entry.word.text}
      </Headword>
      <Choices choices={choicesOf(entry, KIND, 0)} chosen={chosen?.key} onChoose={choose} />
      <LiveRegion text={outcome} />
      {chosen !== undefined && (
        <Text aria-hidden="true" tone={chosen.isRight ? "firm" : "slip"}>
          {outcome}
        </Text>
      )}
    </Stack>
  );
}

import { Section } from "@wordloom/ui";
import { searchByMeaning } from "virtual:endpoints";
import { onePerText } from "../../features/words/one-per-text.ts";
import { withStates, type ListedWord } from "../../features/words/use-word-list.ts";
import { useIsLearned, useMeaningLanguage } from "../../features/words/use-meaning-language.ts";
import { useWordStates } from "../../features/words/use-word-states.ts";
import { WordList } from "../../features/words/word-list.tsx";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import { isSense } from "./is-sense.ts";
import { useRowEnd } from "./use-row-end.tsx";

const WORDS_MAX = 10;

/**
 * Words that mean something similar to the search text, besides those that contain it.
 *
 * @param shown  those that contain it; until they are known, nothing is shown
 */
export function WordsBySense({
  search,
  shown,
}: {
  readonly search: string;
  readonly shown: readonly ListedWord[] | undefined;
}) {
  const { t } = useText();
  const meaningLanguage = useMeaningLanguage();
  const isLearned = useIsLearned();
  const isAsked = isSense(search);
  const { data } = useRead(
    searchByMeaning,
    { query: { query: search, limit: 2 * WORDS_MAX } },
    { enabled: isAsked },
  );
  const listed = new Set(shown?.map(({ word }) => word.text));
  const others = (data?.results ?? []).filter((word) => isLearned(word) && !listed.has(word.text));
  const words = onePerText(
    others.map((word) => ({ word })),
    meaningLanguage,
  ).slice(0, WORDS_MAX);
  const states = useWordStates(words.map(({ word }) => word.id));
  const endOf = useRowEnd();
  if (!isAsked || shown === undefined || words.length === 0) return null;
  return (
    <Section ruled heading={t("words.by_sense")}>
      <WordList words={withStates(words, states)} endOf={endOf} />
    </Section>
  );
}

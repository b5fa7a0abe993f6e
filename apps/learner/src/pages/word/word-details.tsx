import { Headword, List, ListRow, Section, SkeletonText, Stack, Text } from "@wordloom/ui";
import type { WordPublic } from "@wordloom/contract";
import {
  listConfusionPairs,
  readEtymology,
  readMorphemes,
  readWordContexts,
} from "virtual:endpoints";
import { languageOf } from "../../features/words/language-of.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import styles from "./word-page.module.css";

const CONFUSED_SHOWN = 5;
/** More are asked for: those with meanings in another language are left out. */
const CONFUSED_READ = 20;

/** Sentences, parts, origin, and words it is taken for. What is not known is not mentioned. */
export function WordDetails({ word }: { readonly word: WordPublic }) {
  const params = { wordId: word.id };
  return (
    <>
      <Contexts word={word} />
      <Built params={params} />
      <Confused word={word} />
    </>
  );
}

interface Of {
  readonly params: { readonly wordId: string };
}

function Contexts({ word }: { readonly word: WordPublic }) {
  const { t } = useText();
  const { data } = useRead(readWordContexts, { params: { wordId: word.id } });
  const sentences = new Set([...word.examples, ...(data?.contexts ?? []).map((c) => c.sentence)]);
  if (sentences.size === 0) return null;
  return (
    <Section heading={t("word.examples")}>
      <Stack space={1}>
        {[...sentences].map((sentence) => (
          <Text key={sentence} lang={languageOf(sentence)} className={styles.example}>
            {sentence}
          </Text>
        ))}
      </Stack>
    </Section>
  );
}

function Built({ params }: Of) {
  const { t } = useText();
  const parts = useRead(readMorphemes, { params });
  const origin = useRead(readEtymology, { params });
  if (parts.isPending || origin.isPending) return <SkeletonText lines={2} />;
  const morphemes = parts.data?.morphemes ?? [];
  // Without a written origin the service repeats the parts, which stand above already.
  const etymology = origin.data?.generated === true ? origin.data.etymology : undefined;
  if (morphemes.length === 0 && etymology === undefined) return null;
  return (
    <Section heading={t("word.built")} ruled>
      <Stack space={2}>
        {morphemes.length > 0 && (
          <dl className={styles.parts}>
            {morphemes.map(({ text, meaning }, at) => (
              <div key={at} className={styles.part}>
                <dt lang={languageOf(text)}>{text}</dt>
                <dd lang={languageOf(meaning)}>{meaning}</dd>
              </div>
            ))}
          </dl>
        )}
        {etymology !== undefined && (
          <Text tone="soft" size="small" lang={languageOf(etymology)}>
            {etymology}
          </Text>
        )}
      </Stack>
    </Section>
  );
}

function Confused({ word }: { readonly word: WordPublic }) {
  const { t } = useText();
  const params = { wordId: word.id };
  const { data } = useRead(listConfusionPairs, { params, query: { limit: CONFUSED_READ } });
  const language = languageOf(word.meaning);
  const pairs = (data?.confusionPairs ?? []).filter(
    (pair) => languageOf(pair.meaning) === language,
  );
  if (pairs.length === 0) return null;
  return (
    <Section heading={t("word.confused")} ruled>
      <List>
        {pairs.slice(0, CONFUSED_SHOWN).map((pair) => (
          <ListRow
            key={pair.wordId}
            href={`/words/${pair.wordId}`}
            detail={<span lang={languageOf(pair.meaning)}>{pair.meaning}</span>}
          >
            <Headword lang={languageOf(pair.word)}>{pair.word}</Headword>
          </ListRow>
        ))}
      </List>
    </Section>
  );
}

import { Headword, List, ListRow, Section, Stack, Text } from "@wordloom/ui";
import type { KitContent, WordPublic } from "@wordloom/contract";
import {
  listConfusionPairs,
  readEtymology,
  readMorphemes,
  readWordContexts,
} from "virtual:endpoints";
import { haveSameScript } from "@wordloom/language";
import { Loaded, together } from "@wordloom/web";
import {
  meaningAttributes,
  textAttributesOf,
  wordAttributes,
} from "../../features/question/word-language.ts";
import { PartSound } from "../../features/sound/part-sound.tsx";
import { examplePart } from "../../features/sound/word-sound.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import styles from "./word-page.module.css";

const CONFUSED_SHOWN = 5;
/** Reads more than it shows, because those with meanings in another language are left out. */
const CONFUSED_READ = 20;

/** Sentences, parts, origin, and easily confused words. Unknown ones are left out. */
export function WordDetails({ word }: { readonly word: WordPublic }) {
  const params = { wordId: word.id };
  return (
    <>
      <Contexts word={word} />
      <Built word={word} params={params} />
      <Confused word={word} />
    </>
  );
}

interface Of {
  readonly word: WordPublic;
  readonly params: { readonly wordId: string };
}

function Contexts({ word }: { readonly word: WordPublic }) {
  const { t } = useText();
  const contexts = useRead(readWordContexts, { params: { wordId: word.id } });
  const read = contexts.data?.contexts ?? [];
  return (
    <>
      <Sentences
        word={word}
        sentences={[...word.examples, ...read.map(({ sentence }) => sentence)]}
      />
      <Loaded of={contexts} failed={t("shell.part_failed", { part: t("word.examples") })}>
        {() => null}
      </Loaded>
    </>
  );
}

/** Sentences with the word, without duplicates. */
export function Sentences({
  word,
  sentences,
}: {
  readonly word: WordPublic;
  readonly sentences: readonly string[];
}) {
  const { t } = useText();
  if (sentences.length === 0) return null;
  return (
    <Section heading={t("word.examples")}>
      <Stack space={1}>
        {[...new Set(sentences)].map((sentence) => (
          <Sentence key={sentence} word={word} sentence={sentence} />
        ))}
      </Stack>
    </Section>
  );
}

function Sentence({ word, sentence }: { readonly word: WordPublic; readonly sentence: string }) {
  // A word that an earlier version kept in this browser has no translations.
  const meanings: readonly string[] | undefined = word.exampleMeanings;
  const meaning = meanings?.[word.examples.indexOf(sentence)] ?? "";
  return (
    <div>
      <Text {...wordAttributes(word, sentence)} className={styles.example}>
        {sentence} <PartSound word={word} part={examplePart(word, sentence)} />
      </Text>
      {meaning !== "" && (
        <Text tone="soft" size="small" {...meaningAttributes(word, meaning)}>
          {meaning}
        </Text>
      )}
    </div>
  );
}

function Built({ word, params }: Of) {
  const { t } = useText();
  const read = together(useRead(readMorphemes, { params }), useRead(readEtymology, { params }));
  return (
    <Loaded of={read} failed={t("shell.part_failed", { part: t("word.built") })}>
      {([{ morphemes }, origin]) => (
        // Without a written origin the service repeats the parts, which are already shown above.
        <BuiltOf
          word={word}
          morphemes={morphemes}
          etymology={origin.generated ? origin.etymology : undefined}
        />
      )}
    </Loaded>
  );
}

/** The parts of a word, and its origin. */
export function BuiltOf({
  word,
  morphemes,
  etymology,
}: {
  readonly word: WordPublic;
  readonly morphemes: KitContent["morphemes"];
  readonly etymology: string | undefined;
}) {
  const { t } = useText();
  if (morphemes.length === 0 && etymology === undefined) return null;
  return (
    <Section heading={t("word.built")} ruled>
      <Stack space={2}>
        {morphemes.length > 0 && (
          <dl className={styles.parts}>
            {morphemes.map(({ text, meaning }, at) => (
              <div key={at} className={styles.part}>
                <dt {...wordAttributes(word, text)}>{text}</dt>
                <dd {...textAttributesOf(meaning)}>{meaning}</dd>
              </div>
            ))}
          </dl>
        )}
        {etymology !== undefined && (
          <Text tone="soft" size="small" lang="en" dir="ltr">
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
  const confused = useRead(listConfusionPairs, { params, query: { limit: CONFUSED_READ } });
  return (
    <Loaded of={confused} failed={t("shell.part_failed", { part: t("word.confused") })}>
      {({ confusionPairs }) => (
        <ConfusedWith
          word={word}
          pairs={confusionPairs.filter(({ meaning }) => haveSameScript(meaning, word.meaning))}
        />
      )}
    </Loaded>
  );
}

interface Pair {
  readonly wordId: string;
  readonly word: string;
  readonly meaning: string;
}

/** Words that are easily confused with the word. */
export function ConfusedWith({
  word,
  pairs,
}: {
  readonly word: WordPublic;
  readonly pairs: readonly Pair[];
}) {
  const { t } = useText();
  if (pairs.length === 0) return null;
  return (
    <Section heading={t("word.confused")} ruled>
      <List>
        {pairs.slice(0, CONFUSED_SHOWN).map((pair) => (
          <ListRow
            key={pair.wordId}
            href={`/words/${pair.wordId}`}
            detail={<span {...meaningAttributes(word, pair.meaning)}>{pair.meaning}</span>}
          >
            <Headword {...wordAttributes(word, pair.word)}>{pair.word}</Headword>
          </ListRow>
        ))}
      </List>
    </Section>
  );
}

import { Headword, List, ListRow, Section, Stack, Text } from "@wordloom/ui";
import type { KitContent, WordPublic } from "@wordloom/contract";
import {
  listConfusionPairs,
  readEtymology,
  readMorphemes,
  readWordContexts,
} from "virtual:endpoints";
import { Loaded, together } from "@wordloom/web";
import { languageOfText } from "../../features/question/text-language.ts";
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
  const contexts = useRead(readWordContexts, { params: { wordId: word.id } });
  const read = contexts.data?.contexts ?? [];
  return (
    <>
      <Sentences sentences={[...word.examples, ...read.map(({ sentence }) => sentence)]} />
      <Loaded of={contexts} failed={t("shell.part_failed", { part: t("word.examples") })}>
        {() => null}
      </Loaded>
    </>
  );
}

/** Sentences with the word, without duplicates. */
export function Sentences({ sentences }: { readonly sentences: readonly string[] }) {
  const { t } = useText();
  if (sentences.length === 0) return null;
  return (
    <Section heading={t("word.examples")}>
      <Stack space={1}>
        {[...new Set(sentences)].map((sentence) => (
          <Text key={sentence} lang={languageOfText(sentence)} className={styles.example}>
            {sentence}
          </Text>
        ))}
      </Stack>
    </Section>
  );
}

function Built({ params }: Of) {
  const { t } = useText();
  const read = together(useRead(readMorphemes, { params }), useRead(readEtymology, { params }));
  return (
    <Loaded of={read} failed={t("shell.part_failed", { part: t("word.built") })}>
      {([{ morphemes }, origin]) => (
        // Without a written origin the service repeats the parts, which are already shown above.
        <BuiltOf
          morphemes={morphemes}
          etymology={origin.generated ? origin.etymology : undefined}
        />
      )}
    </Loaded>
  );
}

/** The parts of a word, and its origin. */
export function BuiltOf({
  morphemes,
  etymology,
}: {
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
                <dt lang={languageOfText(text)}>{text}</dt>
                <dd lang={languageOfText(meaning)}>{meaning}</dd>
              </div>
            ))}
          </dl>
        )}
        {etymology !== undefined && (
          <Text tone="soft" size="small" lang={languageOfText(etymology)}>
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
  const language = languageOfText(word.meaning);
  return (
    <Loaded of={confused} failed={t("shell.part_failed", { part: t("word.confused") })}>
      {({ confusionPairs }) => (
        <ConfusedWith
          pairs={confusionPairs.filter(({ meaning }) => languageOfText(meaning) === language)}
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
export function ConfusedWith({ pairs }: { readonly pairs: readonly Pair[] }) {
  const { t } = useText();
  if (pairs.length === 0) return null;
  return (
    <Section heading={t("word.confused")} ruled>
      <List>
        {pairs.slice(0, CONFUSED_SHOWN).map((pair) => (
          <ListRow
            key={pair.wordId}
            href={`/words/${pair.wordId}`}
            detail={<span lang={languageOfText(pair.meaning)}>{pair.meaning}</span>}
          >
            <Headword lang={languageOfText(pair.word)}>{pair.word}</Headword>
          </ListRow>
        ))}
      </List>
    </Section>
  );
}

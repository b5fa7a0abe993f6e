import {
  Button,
  Headword,
  IconButton,
  Row,
  SoundIcon,
  Stack,
  StarIcon,
  Text,
  toast,
} from "@wordloom/ui";
import type { WordPublic } from "@wordloom/contract";
import { addFavorite, readFavoriteStatus, readOwnWord, removeFavorite } from "virtual:endpoints";
import { useSyncExternalStore } from "react";
import { refusalText } from "@wordloom/web";
import { WordIn } from "../../features/word-in/word-in.tsx";
import { ownWordsHref } from "../../features/own-words/own-words-href.ts";
import { WordSource } from "../../features/own-words/word-source.tsx";
import { partOfSpeechText, pronunciationText } from "../../features/question/word-facts.ts";
import {
  meaningAttributes,
  soundAttributes,
  wordAttributes,
} from "../../features/question/word-language.ts";
import { PartSound } from "../../features/sound/part-sound.tsx";
import { canHear, hearAgain, onSounds } from "../../features/sound/word-sound.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useWrite } from "../../server-state/use-write.ts";
import type { TextKey } from "../../text/keys.ts";
import { useText } from "../../text/use-text.ts";
import { WordActs } from "./word-acts.tsx";
import styles from "./word-page.module.css";

/** The word, its sound and its meaning. */
export function WordHead({ word }: { readonly word: WordPublic }) {
  const text = useText();
  const { t } = text;
  const owned = ownershipText(word);
  // Words that this browser kept from an earlier service have no reading.
  const isReadingShown = (word.reading ?? null) !== null && word.reading !== word.pronunciation;
  const canSpeak = useSyncExternalStore(onSounds, () => canHear(word));
  return (
    <Stack space={2}>
      <Headword as="h1" size="question" {...wordAttributes(word)} className={styles.word}>
        {word.text}
      </Headword>
      <Row>
        {word.pronunciation !== null && (
          <Text as="span" tone="soft" size="large" {...soundAttributes(word, word.pronunciation)}>
            {pronunciationText(word.pronunciation, t)}
          </Text>
        )}
        {canSpeak && <SoundButton word={word} />}
        {isReadingShown && (
          <Text as="span" tone="soft" size="large" {...wordAttributes(word, word.reading ?? "")}>
            {word.reading} <PartSound word={word} part="reading" />
          </Text>
        )}
        {word.partOfSpeech !== null && (
          <Text as="span" tone="soft" size="small">
            {partOfSpeechText(word.partOfSpeech, text)}
          </Text>
        )}
        <FavoriteButton wordId={word.id} />
      </Row>
      {!canSpeak && (
        <Text tone="faint" size="small">
          {t("word.no_voice")}
        </Text>
      )}
      <Text size="large" {...meaningAttributes(word)}>
        {word.meaning} <PartSound word={word} part="meaning" />
      </Text>
      {owned !== undefined && (
        <Text tone="soft" size="small">
          {t(owned)}
        </Text>
      )}
      {owned !== undefined && <Beside word={word} />}
      {ownTagsOf(word).length > 0 && (
        <Row space={1}>
          {ownTagsOf(word).map((tag) => (
            <Button key={tag} kind="plain" size="small" href={ownWordsHref(tag)}>
              {tag}
            </Button>
          ))}
        </Row>
      )}
      <WordActs word={word} />
    </Stack>
  );
}

/** The tags that the learner gave; those of the library are for its administrators. */
function ownTagsOf({ ownerId, ownFields, tags }: WordPublic): readonly string[] {
  return (ownerId ?? null) !== null || (ownFields ?? []).includes("tags") ? (tags ?? []) : [];
}

/** What the library says instead, and the dictionary from which a word of one's own was filled. */
function Beside({ word }: { readonly word: WordPublic }) {
  const { data } = useRead(readOwnWord, { params: { id: word.id } });
  const library = data?.library ?? null;
  // An earlier service names none.
  const source = data?.source ?? null;
  return (
    <>
      {library !== null && library.meaning !== word.meaning && (
        <Text tone="soft" size="small">
          <WordIn
            text="own-words.library"
            mark="meaning"
            word={library.meaning}
            language={library.meaningLanguage}
          />
        </Text>
      )}
      {source !== null && <WordSource source={source} />}
    </>
  );
}

function SoundButton({ word }: { readonly word: WordPublic }) {
  const { t } = useText();
  return (
    <IconButton label={t("word.hear")} look="ring" onClick={() => void hearAgain(word)}>
      <SoundIcon />
    </IconButton>
  );
}

function FavoriteButton({ wordId }: { readonly wordId: string }) {
  const text = useText();
  const status = useRead(readFavoriteStatus, { query: { wordIds: wordId } as never });
  const add = useWrite(addFavorite);
  const remove = useWrite(removeFavorite);
  const isFavorite = status.data?.[0]?.favorited ?? false;
  const change = (write: typeof add | typeof remove) =>
    (write as typeof add).mutate(
      { params: { wordId } },
      { onError: (error) => toast({ text: refusalText(error, text), tone: "slip" }) },
    );
  return (
    <IconButton
      label={text.t("word.favourite")}
      aria-pressed={isFavorite}
      onClick={() => change(isFavorite ? remove : add)}
    >
      <StarIcon filled={isFavorite} />
    </IconButton>
  );
}

/** Who sees the word as it is shown; undefined for a word of the library. */
function ownershipText({ ownerId, ownFields }: WordPublic): TextKey | undefined {
  if (ownerId != null) return "own-words.own";
  return (ownFields ?? []).length > 0 ? "own-words.own_version" : undefined;
}

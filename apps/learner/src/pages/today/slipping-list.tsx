import {
  Badge,
  CloseIcon,
  Headword,
  IconButton,
  List,
  ListRow,
  Row,
  Section,
  Text,
} from "@wordloom/ui";
import type { SlippingWords } from "@wordloom/contract";
import { listSlippingWords } from "virtual:endpoints";
import { Loaded } from "@wordloom/web";
import { Link } from "wouter";
import { isLeech } from "../../features/study-session/leech.ts";
import { useWordActs } from "../../features/words/use-list-acts.ts";
import { PRACTISED_MAX } from "../../server-state/study-words.ts";
import { wordAttributes } from "../../features/question/word-language.ts";
import { useRead } from "../../server-state/use-read.ts";
import { type Translator, useText } from "../../text/use-text.ts";
import styles from "./slipping-list.module.css";

const SHOWN = 5;

/** Words missed recently, with a button to practice them; empty if there are none. */
export function SlippingList() {
  const { t } = useText();
  const slipping = useRead(listSlippingWords, { query: { days: 7, limit: 50 } });
  return (
    <Loaded of={slipping} failed={t("shell.part_failed", { part: t("today.slipping") })}>
      {(data) => data.total > 0 && <Slipping data={data} />}
    </Loaded>
  );
}

function Slipping({ data }: { readonly data: SlippingWords }) {
  const text = useText();
  const { t } = text;
  const acts = useWordActs();
  const rest = data.total - Math.min(SHOWN, data.words.length);
  return (
    <Section
      heading={t("today.slipping")}
      action={
        <Link href="/study?practise=slipping">
          {data.total > PRACTISED_MAX
            ? t("today.practise_some", { count: PRACTISED_MAX })
            : t("today.practise_all", { count: data.total })}
        </Link>
      }
    >
      <List>
        {data.words.slice(0, SHOWN).map((entry) => (
          <ListRow
            key={entry.word.id}
            href={`/words/${entry.word.id}`}
            tone="slip"
            end={
              <Row space={1} className={styles.end}>
                <span>{missesOf(entry, text)}</span>
                <IconButton
                  label={t("words.take_off_one", { word: entry.word.text })}
                  onClick={() => void acts.takeOff([entry.word.id])}
                >
                  <CloseIcon />
                </IconButton>
              </Row>
            }
          >
            <Headword {...wordAttributes(entry.word)}>{entry.word.text}</Headword>{" "}
            {isLeech(entry.lapses) && <Badge tone="slip">{t("words.leech")}</Badge>}
          </ListRow>
        ))}
      </List>
      {rest > 0 && (
        <Text size="small" tone="soft" className={styles.more}>
          <Link href="/words?filter=slipping">{t("today.slipping_more", { count: rest })}</Link>
        </Text>
      )}
    </Section>
  );
}

function missesOf(entry: SlippingWords["words"][number], { t, list }: Translator): string {
  const taken = entry.confusedWith.map(({ word }) => t("today.missed_word", { word }));
  if (taken.length === 0) return t("today.missed", { count: entry.misses });
  return t("today.missed_for", { count: entry.misses, words: list(taken) });
}

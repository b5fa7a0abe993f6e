import { Headword, List, ListRow, Section } from "@wordloom/ui";
import { wordAttributes } from "../../features/question/word-language.ts";
import type { SessionState } from "../../features/study-session/session-state.ts";
import type { SessionSummary } from "../../features/study-session/summary.ts";
import { useText } from "../../text/use-text.ts";

/** Words that slipped, and the words they were confused with. */
export function SlippedList({
  session,
  slipped,
}: {
  readonly session: SessionState;
  readonly slipped: SessionSummary["slipped"];
}) {
  const { t } = useText();
  if (slipped.length === 0) return null;
  return (
    <Section heading={t("done.slipped")}>
      <List>
        {slipped.map((entry) => (
          <ListRow
            key={entry.wordId}
            href={`/words/${entry.wordId}`}
            end={<Why session={session} entry={entry} />}
          >
            <WordOf session={session} wordId={entry.wordId} />
          </ListRow>
        ))}
      </List>
    </Section>
  );
}

function WordOf({ session, wordId }: { readonly session: SessionState; readonly wordId: string }) {
  const word = session.words[wordId]?.word;
  return <Headword {...wordAttributes(word ?? {})}>{word?.text}</Headword>;
}

function Why({
  session,
  entry: { wordId, isNew, confusedWith },
}: {
  readonly session: SessionState;
  readonly entry: SessionSummary["slipped"][number];
}) {
  const { t, list } = useText();
  const confusables = session.words[wordId]?.content.confusables ?? [];
  const textOf = (id: string) =>
    session.words[id]?.word.text ?? confusables.find((one) => one.wordId === id)?.word;
  const taken = confusedWith.flatMap((id) => textOf(id) ?? []);
  const quoted = taken.map((word) => t("today.missed_word", { word }));
  if (quoted.length > 0) return t("done.taken_for", { words: list(quoted) });
  return t(isNew ? "done.new_today" : "done.missed");
}

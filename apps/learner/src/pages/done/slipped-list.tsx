import { Headword, List, ListRow, Section } from "@wordloom/ui";
import type { SessionState } from "../../features/study-session/session-state.ts";
import { WORD_LANGUAGE } from "../../features/study-session/study-word.ts";
import type { SessionSummary } from "../../features/study-session/summary.ts";
import { WordIn } from "../../features/word-in/word-in.tsx";
import { useText } from "../../text/use-text.ts";

/** Words that slipped, and what they were taken for. */
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
            <Headword lang={WORD_LANGUAGE}>{session.words[entry.wordId]?.word.text}</Headword>
          </ListRow>
        ))}
      </List>
    </Section>
  );
}

function Why({
  session,
  entry: { wordId, isNew, confusedWith },
}: {
  readonly session: SessionState;
  readonly entry: SessionSummary["slipped"][number];
}) {
  const { t } = useText();
  const confusables = session.words[wordId]?.content.confusables ?? [];
  const taken =
    confusedWith === null
      ? undefined
      : (session.words[confusedWith]?.word.text ??
        confusables.find((one) => one.wordId === confusedWith)?.word);
  if (taken !== undefined) return <WordIn text="done.taken_for" word={taken} />;
  return t(isNew ? "done.new_today" : "done.missed");
}

import { Headword, List, ListRow, Section, Skeleton } from "@wordloom/ui";
import type { ForgettingRisk } from "@wordloom/contract";
import { readForgettingRisk, readWordBatch } from "virtual:endpoints";
import { Link } from "wouter";
import { Reading } from "@wordloom/web";
import { wordAttributes } from "../../features/question/word-language.ts";
import { highRisk } from "../../server-state/study-words.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";

const SHOWN = 6;

/** The words most likely to be forgotten today; empty if there are none. */
export function WordsAtRisk() {
  const { t } = useText();
  const risk = useRead(readForgettingRisk, { query: {} });
  return (
    <Reading query={risk} heading={t("progress.failed")} skeleton={<Skeleton height="9rem" />}>
      {(data) => <Rescue risk={data} />}
    </Reading>
  );
}

function Rescue({ risk }: { readonly risk: ForgettingRisk }) {
  const { t, percent } = useText();
  const shown = highRisk(risk).slice(0, SHOWN);
  const ids = shown.map(({ wordId }) => wordId);
  const words = useRead(readWordBatch, { body: { ids } }, { enabled: ids.length > 0 }).data ?? [];
  if (shown.length === 0) return null;
  const wordOf = new Map(words.map((word) => [word.id, word]));
  return (
    <Section
      ruled
      heading={t("progress.rescue", { count: risk.summary.highRiskWords })}
      action={<Link href="/study?practise=risk">{t("progress.rescue_practise")}</Link>}
    >
      <List>
        {shown.map(({ wordId, retention }) => (
          <ListRow
            key={wordId}
            href={`/words/${wordId}`}
            tone="slip"
            end={t("progress.rescue_chance", { share: percent(retention) })}
          >
            <Headword {...wordAttributes(wordOf.get(wordId) ?? {})}>
              {wordOf.get(wordId)?.text ?? "…"}
            </Headword>
          </ListRow>
        ))}
      </List>
    </Section>
  );
}

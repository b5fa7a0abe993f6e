import { Button, Headline, Notice, Row, Stack, Text, toast } from "@wordloom/ui";
import type { WordPublic } from "@wordloom/contract";
import { useState } from "react";
import { refusalText } from "@wordloom/web";
import { planChanged } from "../../features/study-session/learner-workspace.ts";
import { wordsLeftOut } from "../../features/study-session/left-out.ts";
import { WordIn } from "../../features/word-in/word-in.tsx";
import { bringBack, leaveOut } from "../../server-state/placement-words.ts";
import { placementOf, type Placed, type PlacementAnswers } from "./known-prefix.ts";
import { type Translator, useText } from "../../text/use-text.ts";
import styles from "./start-page.module.css";

/** What the placement found, why it ended, what is skipped, and where learning starts. */
export function PlacementResult({
  byRank,
  asked,
  answers,
  onDone,
}: {
  readonly byRank: readonly WordPublic[];
  readonly asked: readonly WordPublic[];
  readonly answers: PlacementAnswers;
  readonly onDone: () => void;
}) {
  const text = useText();
  const { t } = text;
  const [busy, setBusy] = useState(false);
  const placement = placementOf(byRank, asked, answers);
  const { known, skipped, start } = placement;
  const fail = (error: unknown) => toast({ text: refusalText(error, text), tone: "slip" });
  const restore = (ids: readonly string[]) => bringBack(ids).then(planChanged).catch(fail);
  const skip = async () => {
    setBusy(true);
    const ids = skipped.map(({ id }) => id);
    try {
      await leaveOut(ids);
      await wordsLeftOut(ids);
      toast({
        text: t("start.left_out", { count: ids.length }),
        action: { label: t("start.bring_back"), run: () => void restore(ids) },
      });
      onDone();
    } catch (error) {
      fail(error);
      setBusy(false);
    }
  };
  const isKnown = known > 0;
  return (
    <Stack space={4}>
      <Stack space={1}>
        <Headline>
          {isKnown ? t("start.place_known", { count: known }) : t("start.place_first")}
        </Headline>
        {asked.length > 0 && (
          <Text tone="soft" figures>
            {storyOf(placement, asked.length, text)}
          </Text>
        )}
      </Stack>
      {isKnown ? (
        <Notice>
          <Stack space={1}>
            <span>{skippedOf(placement, text)}</span>
            {start !== undefined && (
              <span>
                <WordIn
                  text="start.place_starts"
                  word={start.word.text}
                  values={{ at: start.rank }}
                />
              </span>
            )}
            <span>{t("start.place_known_text")}</span>
          </Stack>
        </Notice>
      ) : (
        <Text tone="soft">{t("start.place_first_text")}</Text>
      )}
      <Row space={1} className={styles.actions}>
        {isKnown && (
          <Button kind="primary" size="large" autoFocus busy={busy} onClick={() => void skip()}>
            {t("start.leave_out", { count: skipped.length })}
          </Button>
        )}
        <Button
          kind={isKnown ? undefined : "primary"}
          size="large"
          autoFocus={!isKnown}
          onClick={onDone}
        >
          {t(isKnown ? "start.keep_all" : "start.first_word")}
        </Button>
      </Row>
    </Stack>
  );
}

function storyOf({ answers, right, isEarly }: Placed, of: number, text: Translator): string {
  const { t, sentences } = text;
  return sentences([
    t("start.place_right", { right, answers }),
    ...(isEarly ? [t("start.place_early", { of })] : []),
  ]);
}

function skippedOf({ skipped, kept }: Placed, { t, sentences }: Translator): string {
  return sentences([
    t("start.place_skipped", { count: skipped.length }),
    ...(kept > 0 ? [t("start.place_kept", { count: kept })] : []),
  ]);
}

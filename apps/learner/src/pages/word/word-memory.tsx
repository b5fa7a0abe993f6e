import { Button, Headline, Row, Section, Skeleton, Stack, Text } from "@wordloom/ui";
import type { WordMemoryReport, WordPublic } from "@wordloom/contract";
import { explainWordMemory } from "virtual:endpoints";
import { useState } from "react";
import { latePart, PartBoundary, Reading } from "@wordloom/web";
import { useDayRules } from "../../features/clock/use-day-rules.ts";
import { isDueByDay } from "../../features/clock/due-day.ts";
import { whenDue } from "../../features/clock/when-due.ts";
import { AddToBook } from "../../features/words/add-to-book.tsx";
import { useWordActs } from "../../features/words/use-list-acts.ts";
import { ResetDialog } from "../../features/words/word-list.tsx";
import { serviceTime } from "../../platform/service-time.ts";
import { useRead } from "../../server-state/use-read.ts";
import { reasonText } from "./reason-text.ts";
import { useText } from "../../text/use-text.ts";

const MemoryCurve = latePart(() => import("./memory-curve.tsx"), "MemoryCurve");

/** The engine's view of the memory of a word, its reason, and the acts on it. */
export function WordMemory({ word }: { readonly word: WordPublic }) {
  const { t } = useText();
  const report = useRead(explainWordMemory, { params: { wordId: word.id } });
  return (
    <Section heading={t("word.memory")}>
      <Stack space={3}>
        <Reading
          query={report}
          level={3}
          heading={t("word.memory_failed")}
          skeleton={<Skeleton height="15rem" shape="block" />}
        >
          {(memory) => <Memory memory={memory} />}
        </Reading>
        <Acts wordId={word.id} />
      </Stack>
    </Section>
  );
}

function Memory({ memory }: { readonly memory: WordMemoryReport }) {
  const text = useText();
  const { t, percent } = text;
  const rules = useDayRules();
  const nowMs = serviceTime.nowMs();
  return (
    <Stack space={2}>
      <Headline level={2} size={2}>
        {memory.recall === null
          ? t("word.not_met")
          : t("word.chance", { share: percent(memory.recall) })}
      </Headline>
      <Text tone="soft">{reasonText(memory.reason, text)}</Text>
      {memory.nextReviewAt !== null && (
        <Text tone="soft">
          {isDueByDay(memory.nextReviewAt, memory.lastAnsweredAt, rules, nowMs)
            ? t("word.due_now")
            : t("word.next", { when: whenDue(memory.nextReviewAt, nowMs, rules, text) })}
        </Text>
      )}
      {memory.leech && <Text tone="slip">{t("word.leech", { count: memory.lapses })}</Text>}
      {memory.curve.length > 1 && (
        <PartBoundary waiting={<Skeleton height="15rem" shape="block" />}>
          <MemoryCurve memory={memory} />
        </PartBoundary>
      )}
    </Stack>
  );
}

function Acts({ wordId }: { readonly wordId: string }) {
  const { t } = useText();
  const acts = useWordActs();
  const [asks, setAsks] = useState<"reset" | "add">();
  const ids = [wordId];
  const close = () => setAsks(undefined);
  return (
    <>
      <Row space={1}>
        <Button busy={acts.busy} onClick={() => void acts.known(ids)}>
          {t("words.known")}
        </Button>
        <Button onClick={() => setAsks("reset")}>{t("words.reset")}</Button>
        <Button onClick={() => setAsks("add")}>{t("word.add")}</Button>
        <Button busy={acts.busy} onClick={() => void acts.suspend(ids)}>
          {t("words.suspend")}
        </Button>
      </Row>
      <ResetDialog
        open={asks === "reset"}
        count={1}
        busy={acts.busy}
        onClose={close}
        onConfirm={() => void acts.reset(ids).then(close)}
      />
      {asks === "add" && <AddToBook ids={ids} acts={acts} onClose={close} />}
    </>
  );
}

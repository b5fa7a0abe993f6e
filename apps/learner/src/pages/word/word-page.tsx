import { Columns, Skeleton, SkeletonText, Stack } from "@wordloom/ui";
import { useParams } from "wouter";
import { readWord } from "virtual:endpoints";
import { Reading } from "@wordloom/web";
import { ApiError } from "../../server-state/api.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useWaitingEdits } from "../../features/own-words/use-waiting-edits.ts";
import { KeptWord } from "./kept-word.tsx";
import { WordDetails } from "./word-details.tsx";
import { WordHead } from "./word-head.tsx";
import { WordMemory } from "./word-memory.tsx";
import { WordNotes } from "./word-notes.tsx";
import { useText } from "../../text/use-text.ts";

/** A word: its meaning and origin, and the learner's memory of it. */
export function WordPage() {
  const { id = "" } = useParams();
  const { t } = useText();
  const word = useRead(readWord, { params: { id } });
  const withEdits = useWaitingEdits();
  const isGone = word.failureReason instanceof ApiError && word.failureReason.status === 404;
  return (
    <Reading
      query={word}
      level={1}
      heading={t("word.failed")}
      skeleton={<WordSkeleton />}
      otherwise={(failed) =>
        isGone ? failed : <KeptWord wordId={id} failed={failed} skeleton={<WordSkeleton />} />
      }
    >
      {(read) => (
        <Columns key={read.id}>
          <Stack space={5}>
            <WordHead word={withEdits(read)} />
            <WordDetails word={withEdits(read)} />
          </Stack>
          <Stack space={5}>
            <WordMemory word={read} />
            <WordNotes wordId={read.id} />
          </Stack>
        </Columns>
      )}
    </Reading>
  );
}

function WordSkeleton() {
  return (
    <Columns>
      <Stack space={3}>
        <Skeleton height="4rem" width="60%" />
        <Skeleton width="12rem" />
        <SkeletonText lines={4} />
      </Stack>
      <Stack space={3}>
        <Skeleton width="9rem" />
        <Skeleton height="2rem" />
        <Skeleton height="15rem" shape="block" />
      </Stack>
    </Columns>
  );
}

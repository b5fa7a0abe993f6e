import { Page, SkeletonRows } from "@wordloom/ui";
import { useState } from "react";
import { Redirect } from "wouter";
import { MaintenanceGate } from "../../features/shell/maintenance-gate.tsx";
import { UpgradeNotice } from "../../features/shell/upgrade-notice.tsx";
import { StudyBar } from "../../features/study-frame/study-frame.tsx";
import type { Choice } from "../../features/choices/choices.tsx";
import { firstAnswer, recalledAnswer } from "../../features/first-words/first-answer.ts";
import {
  answered,
  currentOf,
  metWord,
  progressOf,
  type FirstWords,
} from "../../features/first-words/first-words.ts";
import { keepFirstWords } from "../../features/first-words/kept-first-words.ts";
import { useFirstWords, useSample } from "../../features/first-words/use-first-words.ts";
import type { Measured } from "../../features/study-session/measure.ts";
import { AskCard } from "./ask-card.tsx";
import { KeepProgress } from "./keep-progress.tsx";
import { MeetCard } from "./meet-card.tsx";
import { RecallCard } from "./recall-card.tsx";
import styles from "./first-words-page.module.css";

/** A visitor's first ten words, before there is an account. The answers stay in this browser. */
export function FirstWordsPage() {
  const visit = useFirstWords();
  const { isLoading } = useSample();
  if (visit === undefined) {
    return isLoading ? <Waiting /> : <Redirect to="/welcome" replace />;
  }
  return (
    <MaintenanceGate>
      <Visit visit={visit} />
    </MaintenanceGate>
  );
}

function Waiting() {
  return (
    <Page className={styles.screen}>
      <StudyBar />
      <SkeletonRows rows={4} />
    </Page>
  );
}

/** The last answer, until the visitor goes on. */
interface Given {
  readonly shown: NonNullable<ReturnType<typeof currentOf>>;
  readonly choice: Choice;
}

function Visit({ visit }: { readonly visit: FirstWords }) {
  const [given, setGiven] = useState<Given>();
  const shown = given?.shown ?? currentOf(visit);
  return (
    <Page className={styles.screen}>
      <StudyBar {...progressOf(visit)} />
      <UpgradeNotice forcedOnly />
      <main className={styles.main}>
        {shown === undefined ? (
          <KeepProgress visit={visit} />
        ) : (
          <Card
            key={`${visit.id} ${visit.answers.length - (given === undefined ? 0 : 1)}`}
            {...{ visit, shown }}
            chosen={given?.choice}
            onGiven={setGiven}
          />
        )}
      </main>
    </Page>
  );
}

function Card({
  visit,
  shown,
  chosen,
  onGiven,
}: {
  readonly visit: FirstWords;
  readonly shown: Given["shown"];
  readonly chosen: Choice | undefined;
  readonly onGiven: (given: Given | undefined) => void;
}) {
  const { step, entry, asked } = shown;
  if (step.kind === "meet") {
    return <MeetCard entry={entry} onNext={() => keepFirstWords(metWord(visit))} />;
  }
  const { kind } = step;
  const facts = (measured: Measured) => {
    return { id: crypto.randomUUID(), nowMs: Date.now(), measured };
  };
  if (kind === "recall") {
    return (
      <RecallCard
        entry={entry}
        onRated={(rating, measured) =>
          keepFirstWords(answered(visit, recalledAnswer(entry, rating, facts(measured))))
        }
      />
    );
  }
  const choose = (choice: Choice, measured: Measured) => {
    keepFirstWords(answered(visit, firstAnswer(entry, kind, choice, facts(measured))));
    onGiven({ shown, choice });
  };
  return (
    <AskCard
      {...{ entry, kind, asked, chosen }}
      onChoose={choose}
      onNext={() => onGiven(undefined)}
    />
  );
}

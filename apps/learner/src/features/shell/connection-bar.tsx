import { Button } from "@wordloom/ui";
import { saveFile, useObservable } from "@wordloom/web/state";
import { connection } from "@wordloom/web";
import { useState } from "react";
import { refusedFile } from "../outbox/refused-file.ts";
import { failedAnswers, failedAnswersSeen } from "../study-session/failed-answers.ts";
import { learnerWorkspace } from "../study-session/learner-workspace.ts";
import { useOutboxCounts } from "../study-session/use-outbox-counts.ts";
import { WordIn } from "../word-in/word-in.tsx";
import { renewalLost } from "../../server-state/sign-in.ts";
import { useText } from "../../text/use-text.ts";
import styles from "./connection-bar.module.css";

/** A line when the service is unreachable, or answers are pending or refused; otherwise nothing. */
export function ConnectionBar() {
  const { t } = useText();
  const heard = useObservable(connection);
  // Without a token nothing can be requested, even if other calls are answered.
  const state = useObservable(renewalLost) > 0 ? "offline" : heard;
  const { waiting, refused } = useOutboxCounts();
  // Online, pending answers are being sent, so only a large backlog deserves a line.
  const isStuck = state !== "online";
  return (
    <div role="status">
      {isStuck && (
        <p className={styles["bar"]}>
          {t(`shell.connection_${state}`)}
          {waiting > 0 && <span>{t("shell.waiting", { count: waiting })}</span>}
        </p>
      )}
      {!isStuck && <Sending />}
      {refused > 0 && <Refused count={refused} />}
      <Failed />
    </div>
  );
}

/** Fewer are sent before anybody could read a line about them. */
const FEW = 5;

/** The progress of a backlog, e.g. that of a day offline. */
function Sending() {
  const { t } = useText();
  const { waiting, isSending } = useOutboxCounts();
  const [all, setAll] = useState(0);
  // The size of the backlog until all of it is sent; more may be added meanwhile.
  const backlog = waiting === 0 ? 0 : Math.max(all, waiting);
  if (backlog !== all) setAll(backlog);
  if (backlog <= FEW || waiting === 0) return null;
  return (
    <p className={styles["bar"]}>
      {isSending
        ? t("shell.sending", { done: backlog - waiting, all: backlog })
        : t("shell.waiting", { count: waiting })}
    </p>
  );
}

/** Answers that were accepted but not applied: rare, and the service's fault. */
function Failed() {
  const { t, list } = useText();
  const failed = useObservable(failedAnswers);
  if (failed.length === 0) return null;
  const words = failed.flatMap(({ word }) => word ?? []);
  const count = failed.length;
  return (
    <p className={styles["bar"]}>
      <span>
        {words.length < count ? (
          t("shell.failed", { count })
        ) : (
          <WordIn text="shell.failed_words" word={list(words)} values={{ count }} />
        )}
      </span>
      <Button size="small" kind="plain" onClick={failedAnswersSeen}>
        {t("shell.refused_dismiss")}
      </Button>
    </p>
  );
}

/** Refused answers can be saved as a file, because nothing is dropped silently. */
function Refused({ count }: { readonly count: number }) {
  const { t } = useText();
  const workspace = useObservable(learnerWorkspace);
  if (workspace === undefined) return null;
  const { outbox } = workspace;
  const save = async () => {
    const text = refusedFile(await outbox.refusedEntries());
    saveFile("wordloom-answers.json", "application/json", text);
  };
  const dismissAll = async () => {
    for (const { seq } of await outbox.refusedEntries()) await outbox.dismiss(seq);
  };
  return (
    <p className={styles["bar"]}>
      {t("shell.refused", { count })}
      <Button size="small" kind="plain" onClick={() => void save()}>
        {t("shell.refused_save")}
      </Button>
      <Button size="small" kind="plain" onClick={() => void dismissAll()}>
        {t("shell.refused_dismiss")}
      </Button>
    </p>
  );
}

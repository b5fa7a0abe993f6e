import { Button, Notice, Sheet, Stack, Text } from "@wordloom/ui";
import type { MonitoredWorker } from "@wordloom/contract";
import { runWorker } from "virtual:endpoints";
import { useEffect, useState } from "react";
import { useAct } from "../../features/acts/use-act.ts";
import { Facts } from "../../features/facts/facts.tsx";
import { msText } from "../../features/units/ms-text.ts";
import { useText, type Translator } from "../../text/use-text.ts";

interface SheetProps {
  readonly worker: MonitoredWorker;
  /**
   * Called with whether a requested run is pending, in which case the display refreshes quickly.
   */
  readonly onAwait: (awaited: boolean) => void;
  readonly onClose: () => void;
}

/** One worker: its last run, its next run, and a button to run it now. */
export function WorkerSheet({ worker, onAwait, onClose }: SheetProps) {
  const text = useText();
  const { t, has } = text;
  const { workerName: name, lastRunAt } = worker;
  const [runBefore, setRunBefore] = useState<string | null>();
  const isAwaited = runBefore !== undefined && lastRunAt === runBefore;
  useEffect(() => {
    onAwait(isAwaited);
    return () => onAwait(false);
  }, [isAwaited, onAwait]);
  const run = useAct(runWorker, {
    showsRefusals: true,
    done: () => t("monitoring.run_started", { name }),
    onDone: () => setRunBefore(lastRunAt),
  });
  const task = `workers.${name}`;
  return (
    <Sheet
      open
      onClose={onClose}
      title={name}
      actions={
        <Button
          kind="primary"
          busy={run.busy || isAwaited}
          onClick={() => run.run({ params: { name } })}
        >
          {t("monitoring.run_now")}
        </Button>
      }
    >
      <Stack space={2}>
        {has(task) && <Text tone="soft">{t(task)}</Text>}
        <Facts rows={factsOf(worker, text)} />
        <Text tone="soft" size="small">
          {t(isAwaited ? "monitoring.run_awaited" : "monitoring.run_text")}
        </Text>
        {run.refusal !== undefined && (
          <Notice tone="slip" announce>
            {run.refusal}
          </Notice>
        )}
      </Stack>
    </Sheet>
  );
}

function factsOf(worker: MonitoredWorker, { t, date, number }: Translator) {
  const time = (at: string | null) =>
    at === null ? undefined : date(at, { dateStyle: "medium", timeStyle: "medium" });
  const { schedule, enabled, lastRunAt, lastDurationMs, lastOutcome, lastError } = worker;
  const { missCount, nextRunAt } = worker;
  return [
    [t("monitoring.schedule"), enabled ? schedule : t("monitoring.schedule_off", { schedule })],
    [t("monitoring.last_run"), time(lastRunAt) ?? t("monitoring.never")],
    [t("monitoring.took"), lastDurationMs !== null && msText(lastDurationMs, number)],
    [t("monitoring.outcome"), lastOutcome !== null && t(`monitoring.outcome_${lastOutcome}`)],
    [t("monitoring.error"), lastError],
    [t("monitoring.missed"), missCount > 0 && number(missCount)],
    [t("monitoring.next_run"), time(nextRunAt)],
  ] as const;
}

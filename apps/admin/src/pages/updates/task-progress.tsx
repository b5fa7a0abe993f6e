import { Badge, Button, List, ListRow, Notice, Progress, Section, Stack, Text } from "@wordloom/ui";
import type { ApplyTaskStatus } from "@wordloom/contract";
import { useState } from "react";
import { useText } from "../../text/use-text.ts";
import { isReplacing, isRunning, phaseStates, taskError, type PhaseState } from "./update-task.ts";

interface ProgressProps {
  readonly task: ApplyTaskStatus;
  /** The service does not respond. */
  readonly isAway: boolean;
}

const tones = {
  done: "firm",
  now: "plain",
  ahead: "plain",
  failed: "slip",
} as const satisfies Record<PhaseState, string>;

/** The progress of the task; while nothing responds, why. */
export function TaskProgressPanel({ task, isAway }: ProgressProps) {
  const { t, date, percent } = useText();
  const { targetVersion, startedAt } = task;
  const hasRun = useHasRun(task);
  const time = date(startedAt, { dateStyle: "medium", timeStyle: "short" });
  // A task that ended before the page was opened is in the history.
  if (!isRunning(task) && !hasRun && task.phase === "completed") return null;
  return (
    <Section heading={t("updates.task", { version: targetVersion })}>
      <Stack space={2}>
        <Text tone="soft">{t("updates.task_began", { time })}</Text>
        {isRunning(task) && (
          <Progress
            label={t("updates.task", { version: targetVersion })}
            value={task.percent}
            max={100}
            text={percent(task.percent / 100)}
            showText
          />
        )}
        <State task={task} isAway={isAway} />
        {(isRunning(task) || hasRun || task.phase === "failed") && <Phases task={task} />}
      </Stack>
    </Section>
  );
}

/** Whether it was seen running on this page. */
function useHasRun(task: ApplyTaskStatus): boolean {
  const [seen, setSeen] = useState<string>();
  if (isRunning(task) && seen !== task.taskId) setSeen(task.taskId);
  return seen === task.taskId;
}

function State({ task, isAway }: ProgressProps) {
  const { t } = useText();
  const { targetVersion: version, phase } = task;
  if (phase === "failed") return <Failed error={task.error ?? ""} />;
  if (phase === "completed") {
    const reload = (
      <Button size="small" onClick={() => location.reload()}>
        {t("updates.reload")}
      </Button>
    );
    return (
      <Notice tone="firm" announce action={reload}>
        {t("updates.completed", { version })}
      </Notice>
    );
  }
  if (!isReplacing(task)) return null;
  return <Notice announce>{t(isAway ? "updates.away" : "updates.replacing", { version })}</Notice>;
}

function Failed({ error }: { readonly error: string }) {
  const { t, has } = useText();
  const { name, detail } = taskError(error);
  const key = `updates.error_${name}`;
  return (
    <Notice tone="slip" announce heading={has(key) ? t(key) : t("updates.error")}>
      <p>{detail}</p>
      <p>{t("updates.still_before")}</p>
    </Notice>
  );
}

function Phases({ task }: { readonly task: ApplyTaskStatus }) {
  const { t } = useText();
  return (
    <List ordered aria-label={t("updates.phases")}>
      {phaseStates(task).map(({ name, state }) => (
        <ListRow
          key={name}
          end={
            state !== "ahead" && <Badge tone={tones[state]}>{t(`updates.phase_${state}`)}</Badge>
          }
        >
          {t(`updates.in_${name}`)}
        </ListRow>
      ))}
    </List>
  );
}

import { Button, Headline, Notice, Row, SkeletonRows, Stack, Text } from "@wordloom/ui";
import type { AdminUpdateStatus, ApplyTaskStatus } from "@wordloom/contract";
import { Reading } from "@wordloom/web";
import { checkForUpdates } from "virtual:endpoints";
import { useState } from "react";
import { useAct } from "../../features/acts/use-act.ts";
import { sentenceText } from "../../features/sentences/sentence-text.ts";
import { useText, type Translator } from "../../text/use-text.ts";
import { Channels } from "./channels.tsx";
import { RollBack } from "./roll-back.tsx";
import { TaskProgressPanel } from "./task-progress.tsx";
import { NotifyApps } from "./notify-apps.tsx";
import { UpdateHistory } from "./update-history.tsx";
import { isRunning } from "./update-task.ts";
import styles from "./updates.module.css";
import { useUpdateStatus } from "./use-update-status.ts";

/** The running release, the available ones, and how to get from one to the other. */
export function UpdatesPage() {
  const { t } = useText();
  const { status, task } = useUpdateStatus();
  return (
    <Reading query={status} level={1} heading={t("updates.failed")} skeleton={<SkeletonRows />}>
      {(data) => (
        <Stack space={4}>
          <Head status={data} task={task} />
          {task !== undefined && (
            <TaskProgressPanel task={task} isAway={status.failureReason !== null} />
          )}
          {data.canApplyDetail !== null && (
            <Hindered detail={data.canApplyDetail} reason={data.canApplyReason ?? ""} />
          )}
          <Channels status={data} isBusy={isRunning(task)} />
          <RollBack status={data} isBusy={isRunning(task)} />
          <UpdateHistory />
        </Stack>
      )}
    </Reading>
  );
}

interface HeadProps {
  readonly status: AdminUpdateStatus;
  readonly task: ApplyTaskStatus | undefined;
}

/** Milliseconds; the list comes from another service. */
const CHECK_TIMEOUT_MS = 60_000;

function Head({ status, task }: HeadProps) {
  const text = useText();
  const { t } = text;
  const [isNotifying, setNotifying] = useState(false);
  const check = useAct(checkForUpdates, {
    timeoutMs: CHECK_TIMEOUT_MS,
    done: ({ stable }) =>
      t("updates.checked", { version: stable?.latestVersion ?? t("updates.no_release") }),
  });
  return (
    <Row spread align="end">
      <header>
        <Text tone="soft" size="small">
          {factsText(status, text)}
        </Text>
        <Headline>{headlineOf({ status, task }, text)}</Headline>
      </header>
      <Row>
        <Button kind="plain" onClick={() => setNotifying(true)}>
          {t("updates.tell")}
        </Button>
        <Button busy={check.busy} onClick={() => check.run({})}>
          {t("updates.check")}
        </Button>
      </Row>
      {isNotifying && (
        <NotifyApps current={status.currentVersion} onClose={() => setNotifying(false)} />
      )}
    </Row>
  );
}

function headlineOf({ status, task }: HeadProps, { t }: Translator): string {
  const { currentVersion: current, lastCheckedAt, stable } = status;
  if (task !== undefined && isRunning(task)) {
    return t("updates.head_running", { version: task.targetVersion });
  }
  if (lastCheckedAt === null) return t("updates.head_unknown", { current });
  if (stable?.failedHereAt) {
    return t("updates.head_failed", { current, version: stable.latestVersion });
  }
  if (stable?.hasUpdate !== true) return t("updates.head_newest", { current });
  return t("updates.head_newer", { version: stable.latestVersion, current });
}

function factsText(
  { installedAt, lastCheckedAt, autoCheckEnabled, uptimeSecs }: AdminUpdateStatus,
  { t, date, duration, relative, sentences }: Translator,
): string {
  // The clock of the machine may be ahead.
  const nowMs = Date.now();
  return sentences([
    ...(installedAt === null ? [] : [t("updates.installed", { day: date(installedAt) })]),
    t("updates.uptime", { time: duration(Math.max(1, uptimeSecs)) }),
    lastCheckedAt === null
      ? t("updates.never_checked")
      : t("updates.last_checked", {
          time: relative(Math.min(Date.parse(lastCheckedAt), nowMs), nowMs),
        }),
    t(autoCheckEnabled ? "updates.auto_on" : "updates.auto_off"),
  ]);
}

interface HinderedProps {
  readonly detail: NonNullable<AdminUpdateStatus["canApplyDetail"]>;
  /** The same in English. */
  readonly reason: string;
}

/** Why nothing can be installed from here, and what to do on the machine instead. */
function Hindered({ detail, reason }: HinderedProps) {
  const text = useText();
  const { t } = text;
  const { command } = detail.args;
  return (
    <Notice heading={t("updates.hindered")}>
      <Stack space={1}>
        <p>{sentenceText("hindrance", detail, reason, text)}</p>
        {command !== undefined && (
          <pre className={styles.command} tabIndex={0} aria-label={t("updates.command")}>
            <code>{command}</code>
          </pre>
        )}
      </Stack>
    </Notice>
  );
}

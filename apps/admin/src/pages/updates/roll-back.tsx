import { Button, Notice, Row, Section, Stack, Text, TextField } from "@wordloom/ui";
import type { AdminUpdateStatus } from "@wordloom/contract";
import type { CallOutput } from "@wordloom/contract/client";
import { listUpdates, planRollback, rollBack } from "virtual:endpoints";
import { useState } from "react";
import { ActDialog } from "../../features/acts/act-dialog.tsx";
import { useAct } from "../../features/acts/use-act.ts";
import { Facts } from "../../features/facts/facts.tsx";
import { sentenceText } from "../../features/sentences/sentence-text.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import { WhatHappens } from "./install-dialog.tsx";
import { channelOfTag, versionsBefore } from "./known-versions.ts";

type Plan = CallOutput<typeof planRollback>;

interface RollBackProps {
  readonly status: AdminUpdateStatus;
  /** A task is running. */
  readonly isBusy: boolean;
}

/** Rolls back to an earlier version, after saying what would be lost. */
export function RollBack({ status: { currentVersion, canApplyReason }, isBusy }: RollBackProps) {
  const { t } = useText();
  const history = useRead(listUpdates);
  const [target, setTarget] = useState("");
  const [plan, setPlan] = useState<Plan>();
  const [isAsking, setAsking] = useState(false);
  const look = useAct(planRollback, { showsRefusals: true, onDone: setPlan });
  const ask = (targetVersion: string) => {
    setTarget(targetVersion);
    setPlan(undefined);
    look.run({ body: { targetVersion } });
  };
  return (
    <Section heading={t("updates.roll_back")}>
      <Stack space={2}>
        <Text tone="soft">{t("updates.roll_back_text")}</Text>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (target.trim() !== "") ask(target.trim());
          }}
        >
          <Row align="end">
            <TextField
              label={t("updates.version")}
              placeholder={currentVersion}
              spellCheck={false}
              value={target}
              onChange={setTarget}
              {...(look.refusal !== undefined && { error: look.refusal })}
            />
            <Button type="submit" busy={look.busy} disabled={target.trim() === ""}>
              {t("updates.preflight")}
            </Button>
          </Row>
        </form>
        <Row>
          {versionsBefore(history.data?.entries ?? [], currentVersion).map((version) => (
            <Button key={version} size="small" onClick={() => ask(version)}>
              {version}
            </Button>
          ))}
        </Row>
        {plan !== undefined && (
          <Preflight
            plan={plan}
            isPossible={canApplyReason === null && !isBusy}
            onGo={() => setAsking(true)}
          />
        )}
      </Stack>
      {isAsking && plan !== undefined && (
        <RollBackDialog plan={plan} onClose={() => setAsking(false)} />
      )}
    </Section>
  );
}

function Preflight({
  plan,
  isPossible,
  onGo,
}: {
  readonly plan: Plan;
  readonly isPossible: boolean;
  readonly onGo: () => void;
}) {
  const text = useText();
  const { t, list, number } = text;
  const { targetVersion: version, currentVersion: current, reason, reasonDetail } = plan;
  if (!plan.canRollback) {
    return (
      <Notice tone="slip" announce heading={t("updates.no_way_back", { version })}>
        {reason === null ? null : sentenceText("rollback", reasonDetail ?? {}, reason, text)}
      </Notice>
    );
  }
  const { droppedVersionsHint: dropped, targetSchema } = plan;
  return (
    <Stack space={2}>
      <Notice tone={plan.willDropAfterSchema ? "slip" : "firm"} announce>
        {t(plan.willDropAfterSchema ? "updates.loses" : "updates.loses_nothing", { version })}
      </Notice>
      <Facts
        rows={[
          [t("updates.now"), current],
          [t("updates.then"), version],
          [
            t("updates.schema"),
            targetSchema !== null &&
              t("updates.schema_change", {
                from: number(plan.currentSchema),
                to: number(targetSchema),
              }),
          ],
          [t("updates.dropped"), dropped.length > 0 && list(dropped)],
          [t("updates.files"), t(plan.needsDownload ? "updates.downloaded" : "updates.kept")],
        ]}
      />
      <Row>
        <Button kind="danger" disabled={!isPossible} onClick={onGo}>
          {t("updates.go_back", { version })}
        </Button>
        {!isPossible && <Text tone="soft">{t("updates.not_from_here")}</Text>}
      </Row>
    </Stack>
  );
}

function RollBackDialog({
  plan: { targetVersion: version, currentVersion: current },
  onClose,
}: {
  readonly plan: Plan;
  readonly onClose: () => void;
}) {
  const { t } = useText();
  const body = {
    channel: channelOfTag(version),
    targetVersion: version,
    confirmCurrentVersion: current,
  };
  return (
    <ActDialog
      act={rollBack}
      input={{ body }}
      done={() => t("updates.begun", { version })}
      danger
      onClose={onClose}
      title={t("updates.go_back_title", { version, current })}
      confirmLabel={t("updates.go_back_now")}
    >
      <WhatHappens />
    </ActDialog>
  );
}

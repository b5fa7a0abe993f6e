import { Stack } from "@wordloom/ui";
import type { ReleaseChannel } from "@wordloom/contract";
import { applyUpdate, previewMaintenance } from "virtual:endpoints";
import { Loaded } from "@wordloom/web";
import { ActDialog } from "../../features/acts/act-dialog.tsx";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";

interface InstallProps {
  readonly channel: ReleaseChannel;
  readonly target: string;
  readonly current: string;
  readonly onClose: () => void;
}

/** The steps of an installation, and whom it locks out meanwhile. */
export function InstallDialog({ channel, target, current, onClose }: InstallProps) {
  const { t } = useText();
  const body = { channel, targetVersion: target, confirmCurrentVersion: current };
  return (
    <ActDialog
      act={applyUpdate}
      input={{ body }}
      done={() => t("updates.begun", { version: target })}
      onClose={onClose}
      title={t("updates.install_title", { version: target, current })}
      confirmLabel={t("updates.install_now")}
    >
      <WhatHappens />
    </ActDialog>
  );
}

const steps = ["fetch", "backup", "swap", "health"] as const;

/** Shown before an update and before a rollback. */
export function WhatHappens() {
  const { t } = useText();
  const reach = useRead(previewMaintenance);
  return (
    <Stack space={2}>
      <ol>
        {steps.map((step) => (
          <li key={step}>{t(`updates.step_${step}`)}</li>
        ))}
      </ol>
      <Loaded of={reach} failed={t("updates.reach_failed")}>
        {({ learnerStreams }) => <p>{t("updates.reach", { count: learnerStreams })}</p>}
      </Loaded>
    </Stack>
  );
}

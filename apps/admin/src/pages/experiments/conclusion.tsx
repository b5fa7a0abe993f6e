import { Button, Notice, Row, Stack, Text } from "@wordloom/ui";
import type { Experiment, ExperimentMetrics } from "@wordloom/contract";
import { concludeExperiment, readLearnerFacets } from "virtual:endpoints";
import { useState } from "react";
import { ActDialog } from "../../features/acts/act-dialog.tsx";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";

interface ConclusionProps {
  readonly experiment: Experiment;
  readonly measured: ExperimentMetrics;
}

/** Whether the treatment may be adopted, why not, and the two ways to end the experiment. */
export function Conclusion({ experiment, measured }: ConclusionProps) {
  const { t } = useText();
  const { canAdopt, reasons } = measured;
  const [adopt, setAdopt] = useState<boolean>();
  return (
    <Stack space={2}>
      {canAdopt ? (
        <Notice tone="firm" heading={t("experiments.may_adopt")} />
      ) : (
        <Notice heading={t("experiments.may_not_adopt")}>
          <ul>
            {reasons.map((reason) => (
              <li key={reason}>{t(`experiments.reason_${reason}`)}</li>
            ))}
          </ul>
        </Notice>
      )}
      <Row>
        <Button kind="primary" disabled={!canAdopt} onClick={() => setAdopt(true)}>
          {t("experiments.adopt")}
        </Button>
        <Button onClick={() => setAdopt(false)}>{t("experiments.drop")}</Button>
      </Row>
      {adopt !== undefined && (
        <ConcludeDialog {...{ experiment, measured, adopt }} onClose={() => setAdopt(undefined)} />
      )}
    </Stack>
  );
}

interface DialogProps extends ConclusionProps {
  readonly adopt: boolean;
  readonly onClose: () => void;
}

function ConcludeDialog({ experiment, measured, adopt, onClose }: DialogProps) {
  const { t, number } = useText();
  const { id, name } = experiment;
  const facets = useRead(readLearnerFacets, {}, { enabled: adopt });
  const verb = adopt ? "adopt" : "drop";
  const reach = adopt ? facets.data?.total : measured.treatment.users;
  return (
    <ActDialog
      act={concludeExperiment}
      input={{ params: { id }, body: { adopt } }}
      done={() => t(`experiments.done_${verb}`, { name })}
      onClose={onClose}
      title={t(`experiments.ask_${verb}`, { name })}
      confirmLabel={t(`experiments.${verb}`)}
    >
      {reach !== undefined && (
        <Text>{t(`experiments.reach_${verb}`, { count: reach, shown: number(reach) })}</Text>
      )}
    </ActDialog>
  );
}

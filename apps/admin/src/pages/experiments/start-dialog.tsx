import { Stack, Text } from "@wordloom/ui";
import { readLearnerFacets, startExperiment } from "virtual:endpoints";
import { useLocation } from "wouter";
import { ActDialog } from "../../features/acts/act-dialog.tsx";
import { ChangeList, type ShownChange } from "../../features/engine-config/change-list.tsx";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import { draftOf, typedNumber, type TypedPlan } from "./typed-plan.ts";

interface StartDialogProps {
  readonly typed: TypedPlan;
  /** Learners in each arm. */
  readonly planned: number;
  readonly changes: readonly ShownChange[];
  readonly onClose: () => void;
}

/** Says whom the experiment reaches before it starts. */
export function StartDialog({ typed, planned, changes, onClose }: StartDialogProps) {
  const { t, number } = useText();
  const [, navigate] = useLocation();
  const facets = useRead(readLearnerFacets);
  const taking = ((facets.data?.total ?? 0) * (typedNumber(typed.trafficPct) ?? 0)) / 100;
  return (
    <ActDialog
      act={startExperiment}
      input={{ body: draftOf(typed, planned) }}
      done={({ name }) => t("experiments.started_now", { name })}
      onDone={({ id }) => navigate(`/engine/experiments/${id}`, { replace: true })}
      onClose={onClose}
      title={t("experiments.ask_start", { name: typed.name.trim() })}
      confirmLabel={t("experiments.start_now")}
    >
      <Stack space={2}>
        {facets.data !== undefined && (
          <Text>
            {t("experiments.reach_start", {
              treated: number(Math.round(taking / 2)),
              total: number(facets.data.total),
            })}
          </Text>
        )}
        <ChangeList changes={changes} />
      </Stack>
    </ActDialog>
  );
}

import { Button, Empty, Headline, Row, SkeletonRows, Stack, Text } from "@wordloom/ui";
import type { Experiment } from "@wordloom/contract";
import { Reading } from "@wordloom/web";
import { listExperiments } from "virtual:endpoints";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import { ExperimentTable } from "./experiment-table.tsx";

/** Past and current experiments, each on half of the learners. */
export function ExperimentsPage() {
  const { t } = useText();
  const list = useRead(listExperiments);
  return (
    <Reading query={list} level={1} heading={t("experiments.failed")} skeleton={<SkeletonRows />}>
      {(all) => <Shown all={all} />}
    </Reading>
  );
}

function Shown({ all }: { readonly all: readonly Experiment[] }) {
  const { t } = useText();
  const running = all.find(({ status }) => status === "running");
  return (
    <Stack space={3}>
      <Row spread align="end">
        <Headline>
          {running === undefined
            ? t("experiments.none_running")
            : t("experiments.one_running", { name: running.name })}
        </Headline>
        {running === undefined ? (
          <Button kind="primary" href="/engine/experiments/new">
            {t("experiments.plan")}
          </Button>
        ) : (
          <Button kind="primary" href={`/engine/experiments/${running.id}`}>
            {t("experiments.look")}
          </Button>
        )}
      </Row>
      {running !== undefined && <Text tone="soft">{t("experiments.one_at_a_time")}</Text>}
      {all.length === 0 ? (
        <Empty heading={t("experiments.none")} text={t("experiments.none_text")} />
      ) : (
        <ExperimentTable rows={all} />
      )}
    </Stack>
  );
}

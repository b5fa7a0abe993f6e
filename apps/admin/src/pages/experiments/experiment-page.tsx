import {
  Anchor,
  Button,
  Empty,
  Headline,
  Progress,
  Row,
  Section,
  SkeletonRows,
  Stack,
  Text,
} from "@wordloom/ui";
import type { Experiment, ExperimentMetrics } from "@wordloom/contract";
import { Loaded, Reading } from "@wordloom/web";
import { listExperiments, readEngineVersion, readExperimentMetrics } from "virtual:endpoints";
import { useParams } from "wouter";
import { ChangeList } from "../../features/engine-config/change-list.tsx";
import { valueAt } from "../../features/engine-config/parameter-list.ts";
import { shortHash } from "../../features/engine-config/version-text.ts";
import { Facts } from "../../features/facts/facts.tsx";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import { Conclusion } from "./conclusion.tsx";
import { StatusBadge } from "./experiment-table.tsx";
import { MetricTable } from "./metric-table.tsx";

const REFRESH_MS = 30_000;

/**
 * One experiment: how its arms perform, whether its treatment may be adopted, and how to end it.
 */
export function ExperimentPage() {
  const { t } = useText();
  const { id = "" } = useParams();
  const list = useRead(listExperiments);
  return (
    <Reading query={list} level={1} heading={t("experiments.failed")} skeleton={<SkeletonRows />}>
      {(all) => {
        const experiment = all.find((each) => each.id === id);
        return experiment === undefined ? <Missing /> : <Shown experiment={experiment} />;
      }}
    </Reading>
  );
}

function Missing() {
  const { t } = useText();
  const back = <Button href="/engine/experiments">{t("experiments.all")}</Button>;
  return <Empty level={1} heading={t("experiments.missing")} action={back} />;
}

function Shown({ experiment }: { readonly experiment: Experiment }) {
  const { t, percent } = useText();
  const { id, name, status } = experiment;
  const refetchInterval = status === "running" ? REFRESH_MS : undefined;
  const metrics = useRead(
    readExperimentMetrics,
    { params: { id } },
    { ...(refetchInterval !== undefined && { refetchInterval }) },
  );
  return (
    <Stack space={4}>
      <header>
        <Text tone="soft" size="small">
          <Anchor href="/engine/experiments">{t("experiments.all")}</Anchor>
        </Text>
        <Row>
          <Headline>{name}</Headline>
          <StatusBadge status={status} />
        </Row>
      </header>
      <Loaded of={metrics} failed={t("experiments.metrics_failed")}>
        {(measured) => (
          <Stack space={4}>
            {status === "running" && <Conclusion {...{ experiment, measured }} />}
            <Arms {...{ experiment, measured }} />
            <Section heading={t("experiments.metrics")}>
              <Text tone="soft">
                {t(
                  measured.primary.planReached
                    ? "experiments.intervals"
                    : "experiments.intervals_early",
                  { confidence: percent(1 - experiment.alpha) },
                )}
              </Text>
              <MetricTable {...{ experiment, measured }} />
            </Section>
          </Stack>
        )}
      </Loaded>
      <Treatment experiment={experiment} />
      <Plan experiment={experiment} />
    </Stack>
  );
}

interface MeasuredProps {
  readonly experiment: Experiment;
  readonly measured: ExperimentMetrics;
}

/** How full each arm is: learners with data for the deciding metric. */
function Arms({ experiment: { minSample, primaryMetric }, measured }: MeasuredProps) {
  const { t, number } = useText();
  return (
    <Section heading={t("experiments.arms")}>
      <Stack space={2}>
        {(["control", "treatment"] as const).map((arm) => {
          const { users, metrics } = measured[arm];
          const n = metrics[primaryMetric]?.n ?? 0;
          const facts = { users: number(users), n: number(n), needed: number(minSample) };
          return (
            <div key={arm}>
              <Text as="div" size="small">
                {t(`experiments.${arm}`)}
              </Text>
              <Progress
                label={t(`experiments.${arm}`)}
                value={n}
                max={minSample}
                text={t("experiments.filled", facts)}
                showText
              />
            </div>
          );
        })}
      </Stack>
    </Section>
  );
}

/** The changed parameters, compared with the version at the start. */
function Treatment({ experiment }: { readonly experiment: Experiment }) {
  const { t } = useText();
  const { versionHash: hash, treatmentPatch } = experiment;
  const version = useRead(readEngineVersion, { params: { hash } }, { staleTime: Infinity });
  const changes = Object.entries(treatmentPatch).map(([path, after]) => ({
    path,
    after,
    before: valueAt(version.data?.snapshot_json, path),
  }));
  return (
    <Section heading={t("experiments.treatment")}>
      <ChangeList changes={changes} />
    </Section>
  );
}

function Plan({ experiment }: { readonly experiment: Experiment }) {
  const { t, date, number } = useText();
  const percent = (share: number) => number(share, { style: "percent", maximumFractionDigits: 2 });
  const time = (at: string | null) =>
    at !== null && date(at, { dateStyle: "medium", timeStyle: "short" });
  const { alpha, mde, minSample, trafficPct, startedAt, concludedAt, versionHash } = experiment;
  return (
    <Section heading={t("experiments.the_plan")}>
      <Facts
        rows={[
          [t("experiments.started"), time(startedAt)],
          [t("experiments.ended"), time(concludedAt)],
          [t("experiments.mde"), percent(mde)],
          [t("experiments.alpha"), percent(alpha)],
          [t("experiments.sample"), number(minSample)],
          [t("experiments.traffic"), percent(trafficPct / 100)],
          [t("experiments.version"), shortHash(versionHash)],
        ]}
      />
    </Section>
  );
}

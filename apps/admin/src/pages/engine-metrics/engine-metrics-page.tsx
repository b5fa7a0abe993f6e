import { Headline, Row, Segmented, Stack } from "@wordloom/ui";
import { useAddress } from "../../features/address/use-address.ts";
import { useText } from "../../text/use-text.ts";
import { Anomalies } from "./anomalies.tsx";
import { CalibrationSection } from "./calibration-section.tsx";
import { Comparison } from "./comparison.tsx";
import { KeyFigures } from "./key-figures.tsx";
import { LearnerGoals } from "./learner-goals.tsx";
import { LearnerStates } from "./learner-states.tsx";
import { PartsOverTime } from "./parts-over-time.tsx";

const RANGES = ["7", "14", "30"] as const;

/** How well the engine works: predictions against answers first, then everything else. */
export function EngineMetricsPage() {
  const { t } = useText();
  const [{ days: asked }, change] = useAddress({ days: "7" });
  const days = Number(RANGES.find((range) => range === asked) ?? "7");
  return (
    <Stack space={6}>
      <Row spread>
        <Headline>{t("engine-metrics.title")}</Headline>
        <Segmented
          label={t("engine-metrics.range")}
          labelHidden
          size="small"
          value={String(days)}
          onChange={(next) => change({ days: next })}
          options={RANGES.map((value) => ({
            value,
            label: t("engine-metrics.days", { count: Number(value) }),
          }))}
        />
      </Row>
      <CalibrationSection days={days} />
      <KeyFigures days={days} />
      <PartsOverTime days={days} />
      <LearnerStates days={days} />
      <LearnerGoals />
      <Anomalies days={days} />
      <Comparison />
    </Stack>
  );
}

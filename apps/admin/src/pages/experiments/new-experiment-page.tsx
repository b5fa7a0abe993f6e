import { Anchor, Headline, SkeletonRows, Stack, Text } from "@wordloom/ui";
import { Reading } from "@wordloom/web";
import { useEngineConfig, useParameters } from "../../features/engine-config/use-engine-config.ts";
import { useText } from "../../text/use-text.ts";
import { PlanForm } from "./plan-form.tsx";

/** An experiment before it starts: the change, the deciding metric, and the required learners. */
export function NewExperimentPage() {
  const { t } = useText();
  const failed = { level: 1, heading: t("parameters.failed"), skeleton: <SkeletonRows /> } as const;
  const parameters = useParameters();
  const config = useEngineConfig();
  return (
    <Reading query={parameters} {...failed}>
      {(list) => (
        <Reading query={config} {...failed}>
          {(now) => (
            <Stack space={3}>
              <header>
                <Text tone="soft" size="small">
                  <Anchor href="/engine/experiments">{t("experiments.all")}</Anchor>
                </Text>
                <Headline>{t("experiments.new_title")}</Headline>
                <Text tone="soft">{t("experiments.new_text")}</Text>
              </header>
              <PlanForm parameters={list} config={now.config} />
            </Stack>
          )}
        </Reading>
      )}
    </Reading>
  );
}

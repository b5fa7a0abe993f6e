import { Headline, Row, Segmented, Stack, Tabs, Text } from "@wordloom/ui";
import { readAppEventOverview } from "virtual:endpoints";
import type { ComponentType } from "react";
import { useAddress } from "../../features/address/use-address.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import { Activity } from "./activity.tsx";
import { Errors } from "./errors.tsx";
import { Funnel } from "./funnel.tsx";
import { Performance } from "./performance.tsx";
import { ranges, type Days, type PartProps } from "./report-days.ts";
import { Retention } from "./retention.tsx";
import { Summary } from "./summary.tsx";

const parts = {
  overview: Summary,
  funnel: Funnel,
  retention: Retention,
  errors: Errors,
  performance: Performance,
  activity: Activity,
} as const satisfies Record<string, ComponentType<PartProps>>;
type Part = keyof typeof parts;
const names = Object.keys(parts) as Part[];

/** How the apps are used, and how well they work, as they report it. */
export function AppEventsPage() {
  const { t } = useText();
  const [{ part, days: asked }, change] = useAddress({ part: "overview", days: "7" });
  const shown = names.find((name) => name === part) ?? "overview";
  const days = ranges.find((range) => range === asked) ?? "7";
  const Shown = parts[shown];
  const hrefOf = (name: Part) => {
    const query = new URLSearchParams({
      ...(name !== "overview" && { part: name }),
      ...(days !== "7" && { days }),
    }).toString();
    return query === "" ? "/analytics" : `/analytics?${query}`;
  };
  return (
    <Stack space={3}>
      <Row spread>
        <Headline>{useHeadline(days)}</Headline>
        <Segmented
          label={t("app-events.range")}
          labelHidden
          size="small"
          value={days}
          onChange={(next) => change({ days: next })}
          options={ranges.map((value) => ({
            value,
            label: t("app-events.days", { count: Number(value) }),
          }))}
        />
      </Row>
      <Text tone="soft" size="small">
        {t("app-events.about")}
      </Text>
      <Tabs
        label={t("shell.analytics")}
        items={names.map((name) => ({ href: hrefOf(name), label: t(`app-events.part_${name}`) }))}
        current={hrefOf(shown)}
      />
      <Shown days={days} />
    </Stack>
  );
}

/** The headline: how many use the apps per day, and for how many the apps ran without errors. */
function useHeadline(days: Days): string {
  const { t, number } = useText();
  const { data } = useRead(readAppEventOverview, { query: { days } }, { keepPrevious: true });
  if (data === undefined) return t("shell.analytics");
  const { dauAverage, crashFreePct } = data;
  if (crashFreePct === null) return t("app-events.head_none");
  const learners = number(dauAverage.value, { maximumFractionDigits: 1 });
  const share = number(crashFreePct / 100, { style: "percent", maximumFractionDigits: 1 });
  return t("app-events.head", { count: dauAverage.value, learners, share });
}

import { Section } from "@wordloom/ui";
import type { AppEventActivity } from "@wordloom/contract";
import { Loaded } from "@wordloom/web";
import { readAppEventActivity } from "virtual:endpoints";
import { platformName } from "../../features/devices/platform-name.ts";
import { DayCurve } from "../../features/day-curve/day-curve.tsx";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import type { PartProps } from "./report-days.ts";

type Day = AppEventActivity["rows"][number];

/** How many learners use the apps per day and per week, and on which platforms. */
export function Activity({ days }: PartProps) {
  const text = useText();
  const { t, number } = text;
  const activity = useRead(readAppEventActivity, { query: { days } }, { keepPrevious: true });
  return (
    <Section heading={t("app-events.part_activity")}>
      <Loaded of={activity} failed={t("app-events.failed")}>
        {({ rows }) => {
          const last = rows.at(-1);
          const platforms = [...new Set(rows.flatMap((row) => Object.keys(row.byPlatform)))].sort();
          return (
            <DayCurve
              endsToday
              label={t("app-events.part_activity")}
              sentence={t("app-events.activity_sentence", {
                dau: last?.dau ?? 0,
                wau: last?.wau ?? 0,
                on: platforms
                  .map(
                    (name) => `${platformName(name, text)} ${number(last?.byPlatform[name] ?? 0)}`,
                  )
                  .join(", "),
                platforms: platforms.length,
              })}
              note={t("app-events.activity_note")}
              rows={rows}
              valueText={(value) => number(value)}
              lines={[
                { name: t("app-events.dau"), value: ({ dau }) => dau },
                { name: t("app-events.wau"), tone: "soft", value: ({ wau }) => wau },
              ]}
              more={platforms.map((name) => ({
                header: platformName(name, text),
                value: ({ byPlatform }: Day) => byPlatform[name] ?? 0,
                text: ({ byPlatform }: Day) => number(byPlatform[name] ?? 0),
              }))}
            />
          );
        }}
      </Loaded>
    </Section>
  );
}

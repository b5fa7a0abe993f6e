import { Combobox, SelectField, Stack, Text } from "@wordloom/ui";
import { useMemo } from "react";
import { Loaded } from "@wordloom/web";
import { usePreferences } from "../../features/appearance/use-preferences.ts";
import { timeZoneOptions } from "../../features/clock/time-zones.ts";
import { useText } from "../../text/use-text.ts";

/** When the learner's day starts, and in which zone. */
export function DaySection() {
  const { t, date } = useText();
  const { reading, change } = usePreferences();
  const stored = reading.data?.timeZone ?? null;
  const zones = useMemo(() => timeZoneOptions(stored), [stored]);
  const hours = Array.from({ length: 24 }, (_, hour) => ({
    value: String(hour),
    label: date(new Date(2026, 0, 1, hour), { timeStyle: "short" }),
  }));
  return (
    <Loaded of={reading} failed={t("settings.failed")}>
      {({ timeZone, dayStartHour }) => (
        <Stack space={4}>
          <Combobox
            label={t("settings.zone")}
            hint={t("settings.zone_hint")}
            value={timeZone ?? ""}
            options={zones}
            onChange={(zone) => change({ timeZone: zone === "" ? null : zone })}
          />
          <SelectField
            label={t("settings.day_start")}
            hint={t("settings.day_start_hint")}
            value={String(dayStartHour)}
            options={hours}
            onChange={(hour) => change({ dayStartHour: Number(hour) })}
          />
          <Text size="small" tone="soft">
            {t("settings.day_text")}
          </Text>
        </Stack>
      )}
    </Loaded>
  );
}
